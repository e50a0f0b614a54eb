'use client'

import 'react-medium-image-zoom/dist/styles.css'
import { type ReactNode, useState } from 'react'
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

/** Enlarges the picture inside it on a click, a tap or the Enter key. */
export function Zoom({ children }: { children: ReactNode }) {
  const words = useWords()
  const [isZoomed, setZoomed] = useState(false)
  const [margin, setMargin] = useState(LEAST_MARGIN)
  const change = (next: boolean) => {
    setMargin(zoomMargin(window.innerWidth))
    setZoomed(next)
  }
  return (
    <Controlled
      isZoomed={isZoomed}
      onZoomChange={change}
      zoomMargin={margin}
      a11yNameButtonZoom={words.zoomIn}
      a11yNameButtonUnzoom={words.zoomOut}
    >
      {children}
    </Controlled>
  )
}

export function zoomMargin(windowWidth: number): number {
  return MARGINS.find(([least]) => windowWidth >= least)?.[1] ?? LEAST_MARGIN
}
