'use client'

import 'react-medium-image-zoom/dist/styles.css'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Controlled } from 'react-medium-image-zoom'
import type { PictureSources } from '@/lib/page/wire/picture'
import { useWords } from '../words'
import { enlarge, pictureBeside } from './next-picture'

/** Space around an enlarged picture, by the least width of the window: in pixels. */
const MARGINS = [
  [1920, 72],
  [1600, 48],
  [1280, 40],
  [800, 30],
  [500, 20],
] as const
const LEAST_MARGIN = 8

/** A picture smaller than the window grows to this many times its own size. */
const LEAST_SCALE = 2

export interface ZoomProps {
  /** What is shown large. */
  large: PictureSources
  /** The picture's own width in pixels, where that is known of more than the copy shown. */
  natural?: number
  /** The picture. */
  children: ReactNode
}

/** Enlarges the picture inside it: at once, since it is drawn when that was asked for, and then on a click, a tap or the Enter key. */
export function Zoom({ large, natural, children }: ZoomProps) {
  const words = useWords()
  const [isZoomed, setZoomed] = useState(false)
  const [margin, setMargin] = useState(LEAST_MARGIN)
  const place = useRef<HTMLDivElement>(null)
  const measure = useCallback(() => {
    const image = place.current?.querySelector('img')
    if (image) setMargin(spaceAround(image, natural))
  }, [natural])
  const change = (next: boolean) => {
    if (next) measure()
    setZoomed(next)
  }

  useEffect(() => {
    const around = place.current
    if (around === null) return
    // The picture was put into another element, and has come there when that has its button.
    const open = () => {
      const button = around.querySelector<HTMLElement>('[data-rmiz-btn-zoom]')
      if (button === null) return
      observer.disconnect()
      measure()
      // What is focused now is focused again when the picture is made small.
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
      const next = place.current && pictureBeside(place.current, event)
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
        a11yNameButtonZoom={words.zoomIn}
        a11yNameButtonUnzoom={words.zoomOut}
      >
        {children}
      </Controlled>
    </div>
  )
}

export function zoomMargin(windowWidth: number): number {
  return MARGINS.find(([least]) => windowWidth >= least)?.[1] ?? LEAST_MARGIN
}

interface Size {
  width: number
  height: number
}

function spaceAround(image: HTMLImageElement, natural: number | undefined): number {
  const { width, height } = image.getBoundingClientRect()
  const own = natural ?? image.naturalWidth
  const pixels = { width: own, height: (own * image.naturalHeight) / (image.naturalWidth || 1) }
  return zoomSpace({ width: window.innerWidth, height: window.innerHeight }, { width, height }, pixels)
}

/**
 * The space to leave on the sides where an enlarged picture comes nearest to the window's edge: the margin, or more for a picture that
 * would grow beyond twice its own size.
 */
export function zoomSpace(window: Size, shown: Size, natural: Size): number {
  const margin = zoomMargin(window.width)
  if (shown.width === 0 || shown.height === 0) return margin
  const grown = (side: keyof Size) =>
    Math.min(Math.max(natural[side] * LEAST_SCALE, shown[side]), window[side] - 2 * margin) / shown[side]
  const scale = Math.min(grown('width'), grown('height'))
  return Math.min((window.width - scale * shown.width) / 2, (window.height - scale * shown.height) / 2)
}
