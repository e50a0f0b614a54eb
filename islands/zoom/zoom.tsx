import '@/styles/zoom.css'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Controlled } from 'react-medium-image-zoom'
import { getPictureSources } from '@/lib/page/picture-sources'
import { chooseLocale, getZoomMessages } from '@/messages/languages'
import { findPictures, focusPicture } from './next-picture'
import { CloseIcon, getSizes, readImage, ZoomContent, ZoomContext } from './zoom-content'

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
  const place = document.createElement('div')
  const page = picture.closest<HTMLElement>('[lang]')
  const root = createRoot(place)
  const { direction } = getComputedStyle(picture)
  flushSync(() => root.render(<Zoom place={place} image={image} lang={page?.lang} direction={direction} />))
  picture.replaceWith(place)
  // React refuses to remove a root while it renders another.
  signal.addEventListener('abort', () => setTimeout(() => root.unmount()))
}

interface ZoomProps {
  /** The element around. */
  place: HTMLElement
  /** The image of the content. */
  image: HTMLImageElement
  /** The language and direction of the page. */
  lang: string | undefined
  direction: string
}

function Zoom({ place, image, lang, direction }: ZoomProps) {
  const [{ address, natural }] = useState(() => readImage(image))
  const [shown] = useState(() => image.currentSrc || image.src)
  const [isZoomed, setZoomed] = useState(false)
  const [isEnlarged, setEnlarged] = useState(false)
  const [margin, setMargin] = useState(MIN_MARGIN)
  const [series, setSeries] = useState({ pictures: [] as Element[], index: -1, isFirst: true })
  const messages = getZoomMessages(chooseLocale(lang ?? '', document.documentElement.lang))
  const measure = useCallback(() => {
    const image = place.querySelector('img')
    if (image) setMargin(getMargin(image, natural))
  }, [place, natural])
  const open = useCallback(() => {
    const pictures = findPictures()
    measure()
    setSeries({ pictures, index: pictures.findIndex((picture) => picture.contains(place)), isFirst: true })
    setZoomed(true)
  }, [place, measure])
  const step = (by: number) => {
    const index = series.index + by
    const picture = series.pictures[index]
    if (picture === undefined) return
    // Its button is shown once it is near the window, and gets the focus in the end.
    picture.scrollIntoView({ block: 'center', behavior: 'instant' })
    setSeries({ ...series, index, isFirst: false })
  }
  const change = (next: boolean, { type }: { type: string }) => {
    if (next) return open()
    const picture = series.pictures[series.index]
    // The library has returned the focus to the first picture.
    if (type === 'close' && picture && !series.isFirst) focusPicture(picture)
    setZoomed(false)
  }

  useEffect(() => {
    // The library moves the picture into another element. It is ready when that element has its button.
    const start = () => {
      const button = place.querySelector<HTMLElement>('[data-rmiz-btn-zoom]')
      if (button === null) return
      observer.disconnect()
      // Closing returns the focus to the element that is focused now.
      button.focus({ preventScroll: true })
      open()
    }
    const observer = new MutationObserver(start)
    observer.observe(place, { childList: true, subtree: true })
    start()
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [place, measure, open])

  return (
    <ZoomContext
      value={{
        ...series,
        isEnlarged,
        lang,
        direction,
        margin: getZoomMargin(window.innerWidth),
        messages,
        onStep: step,
        onEnlarge: setEnlarged,
        onClose: () => setZoomed(false),
      }}
    >
      <Controlled
        isZoomed={isZoomed}
        onZoomChange={(next, { event }) => change(next, event)}
        ZoomContent={ZoomContent}
        IconUnzoom={CloseIcon}
        canSwipeToUnzoom={false}
        zoomImg={{ ...getPictureSources(address, natural), sizes: getSizes(isEnlarged) }}
        zoomMargin={margin}
        a11yNameButtonZoom={messages.open}
        a11yNameButtonUnzoom={messages.close}
      >
        {/* The image as it is shown now, decoded synchronously in another element. */}
        {/* biome-ignore lint/performance/noImgElement: see above */}
        <img
          alt={image.alt}
          width={image.getAttribute('width') ?? undefined}
          height={image.getAttribute('height') ?? undefined}
          src={shown}
          decoding="sync"
          data-src={address}
          data-natural={natural}
          data-state="success"
        />
      </Controlled>
    </ZoomContext>
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
