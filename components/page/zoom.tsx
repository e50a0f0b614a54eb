'use client'

import 'react-medium-image-zoom/dist/styles.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controlled } from 'react-medium-image-zoom'
import { useWords } from './words'

/** Space around an enlarged picture, by the least width of the window: in pixels. */
const MARGINS = [
  [1920, 72],
  [1600, 48],
  [1280, 40],
  [800, 30],
  [500, 20],
] as const
const LEAST_MARGIN = 8

/** Enlarges the picture inside it: at once, since it is drawn when that was asked for, and then on a click, a tap or the Enter key. */
export function Zoom({ children }: { children: ReactNode }) {
  const words = useWords()
  const [isZoomed, setZoomed] = useState(false)
  const [margin, setMargin] = useState(LEAST_MARGIN)
  const place = useRef<HTMLDivElement>(null)
  const change = (next: boolean) => {
    setMargin(zoomMargin(window.innerWidth))
    setZoomed(next)
  }

  useEffect(() => {
    setMargin(zoomMargin(window.innerWidth))
    const open = () => {
      // What is focused now is focused again when the picture is made small.
      place.current?.querySelector<HTMLElement>('[data-rmiz-btn-zoom]')?.focus({ preventScroll: true })
      setZoomed(true)
    }
    // The picture was put into another element, and is enlarged when it has come there and has its button.
    const image = place.current?.querySelector('img')
    const wait = () => requestAnimationFrame(open)
    image?.decode().then(wait, wait)
  }, [])

  return (
    <div ref={place}>
      <Controlled
        isZoomed={isZoomed}
        onZoomChange={change}
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
