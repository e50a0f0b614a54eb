'use client'

import 'react-medium-image-zoom/dist/styles.css'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Controlled } from 'react-medium-image-zoom'
import { usePageMessages } from '@/components/ui/page-messages'
import type { PictureSources } from '@/lib/page/wire/picture'
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

export interface ZoomProps {
  /** Sources of the enlarged picture. */
  large: PictureSources
  /** Natural width of the original in pixels; undefined if it is unknown. */
  natural?: number
  /** The picture. */
  children: ReactNode
}

/** Enlarges the picture inside it: at once, because it is rendered on request, and then on a click, a tap or the Enter key. */
export function Zoom({ large, natural, children }: ZoomProps) {
  const messages = usePageMessages().body
  const [isZoomed, setZoomed] = useState(false)
  const [margin, setMargin] = useState(MIN_MARGIN)
  const place = useRef<HTMLDivElement>(null)
  const measure = useCallback(() => {
    const image = place.current?.querySelector('img')
    if (image) setMargin(getMargin(image, natural))
  }, [natural])
  const change = (next: boolean) => {
    if (next) measure()
    setZoomed(next)
  }

  useEffect(() => {
    const around = place.current
    if (around === null) return
    // The library moves the picture into another element. It is ready when that element has its button.
    const open = () => {
      const button = around.querySelector<HTMLElement>('[data-rmiz-btn-zoom]')
      if (button === null) return
      observer.disconnect()
      measure()
      // Closing returns the focus to the element that is focused now.
      button.focus({ preventScroll: true })
      setZoomed(true)
    }
    const observer = new MutationObserver(open)
    observer.observe(around, { childList: true, subtree: true })
    open()
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [measure])

  useEffect(() => {
    if (!isZoomed) return
    const onKey = (event: KeyboardEvent) => {
      const next = place.current && findPictureBeside(place.current, event)
      if (!next) return
      event.preventDefault()
      setZoomed(false)
      enlarge(next)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isZoomed])

  return (
    <div ref={place}>
      <Controlled
        isZoomed={isZoomed}
        onZoomChange={change}
        zoomImg={{ ...large, sizes: '100vw' }}
        zoomMargin={margin}
        a11yNameButtonZoom={messages.zoomIn}
        a11yNameButtonUnzoom={messages.zoomOut}
      >
        {children}
      </Controlled>
    </div>
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
