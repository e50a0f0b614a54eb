import 'react-medium-image-zoom/dist/styles.css'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Controlled } from 'react-medium-image-zoom'
import { getPictureSources } from '@/lib/page/picture-sources'
import { enlarge, findPictureBeside } from './next-picture'

/** Margin around an enlarged picture by the minimum width of the window, both in pixels. */
const MARGINS = [
  [1920, 72],
  [1600, 48],
  [1280, 40],
  [800, 30],
  [500, 20],
] as const
const MIN_MARGIN = 8

/** A picture that is smaller than the window is enlarged up to this multiple of its natural size. */
const MIN_SCALE = 2

/** Replaces a picture of the content by one that is enlarged: at once, and then on a click, a tap or the Enter key. */
export function zoom(picture: Element, signal: AbortSignal): void {
  const image = picture.querySelector('img')
  if (image === null) return
  const labels = picture.closest<HTMLElement>('[data-zoom-in]')?.dataset ?? {}
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<Zoom place={place} image={image} labels={labels} />))
  picture.replaceWith(place)
  // React refuses to remove a root while it renders another.
  signal.addEventListener('abort', () => setTimeout(() => root.unmount()))
}

interface ZoomProps {
  /** The element around. */
  place: HTMLElement
  /** The image of the content. */
  image: HTMLImageElement
  /** Names of the buttons, which the content has. */
  labels: { zoomIn?: string; zoomOut?: string }
}

function Zoom({ place, image, labels }: ZoomProps) {
  const natural = image.dataset.natural === undefined ? undefined : Number(image.dataset.natural)
  const [large] = useState(() => getPictureSources(image.dataset.src ?? image.src, natural))
  const [shown] = useState(() => image.currentSrc || image.src)
  const [isZoomed, setZoomed] = useState(false)
  const [margin, setMargin] = useState(MIN_MARGIN)
  const measure = useCallback(() => {
    const image = place.querySelector('img')
    if (image) setMargin(getMargin(image, natural))
  }, [place, natural])
  const change = (next: boolean) => {
    if (next) measure()
    setZoomed(next)
  }

  useEffect(() => {
    // The library moves the picture into another element. It is ready when that element has its button.
    const open = () => {
      const button = place.querySelector<HTMLElement>('[data-rmiz-btn-zoom]')
      if (button === null) return
      observer.disconnect()
      measure()
      // Closing returns the focus to the element that is focused now.
      button.focus({ preventScroll: true })
      setZoomed(true)
    }
    const observer = new MutationObserver(open)
    observer.observe(place, { childList: true, subtree: true })
    open()
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [place, measure])

  useEffect(() => {
    if (!isZoomed) return
    const onKey = (event: KeyboardEvent) => {
      const next = findPictureBeside(place, event)
      if (!next) return
      event.preventDefault()
      setZoomed(false)
      enlarge(next)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [place, isZoomed])

  return (
    <Controlled
      isZoomed={isZoomed}
      onZoomChange={change}
      zoomImg={{ ...large, sizes: '100vw' }}
      zoomMargin={margin}
      a11yNameButtonZoom={labels.zoomIn}
      a11yNameButtonUnzoom={labels.zoomOut}
    >
      {/* The image as it is shown now, decoded synchronously in another element. */}
      {/* biome-ignore lint/performance/noImgElement: see above */}
      <img
        alt={image.alt}
        width={image.getAttribute('width') ?? undefined}
        height={image.getAttribute('height') ?? undefined}
        src={shown}
        decoding="sync"
        data-state="success"
      />
    </Controlled>
  )
}

export function getZoomMargin(windowWidth: number): number {
  return MARGINS.find(([least]) => windowWidth >= least)?.[1] ?? MIN_MARGIN
}

interface Size {
  width: number
  height: number
}

function getMargin(image: HTMLImageElement, natural: number | undefined): number {
  const { width, height } = image.getBoundingClientRect()
  const own = natural ?? image.naturalWidth
  const pixels = { width: own, height: (own * image.naturalHeight) / (image.naturalWidth || 1) }
  return getZoomSpace({ width: window.innerWidth, height: window.innerHeight }, { width, height }, pixels)
}

/**
 * Returns the space between an enlarged picture and the nearest edges of the window: the margin, or more if the picture would
 * otherwise exceed twice its natural size.
 */
export function getZoomSpace(window: Size, shown: Size, natural: Size): number {
  const margin = getZoomMargin(window.width)
  if (shown.width === 0 || shown.height === 0) return margin
  const getEnlargedSize = (side: keyof Size) =>
    Math.min(Math.max(natural[side] * MIN_SCALE, shown[side]), window[side] - 2 * margin) / shown[side]
  const scale = Math.min(getEnlargedSize('width'), getEnlargedSize('height'))
  return Math.min((window.width - scale * shown.width) / 2, (window.height - scale * shown.height) / 2)
}
