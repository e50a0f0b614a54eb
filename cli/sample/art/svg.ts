/** The few colors of every picture: paper, two tones of it, ink, and the printer's red. */
export const paper = '#f5f0e6'
export const shade = '#e7dfcf'
export const dust = '#b9ad98'
export const ink = '#1f1c1a'
export const red = '#d4442c'

/** A drawing, in pixels. */
export interface Drawing {
  width: number
  height: number
  svg: string
}

export function drawing(width: number, height: number, background: string, parts: string[]): Drawing {
  const body = `<rect width="${width}" height="${height}" fill="${background}"/>${parts.join('')}`
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return { width, height, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>` }
}

export const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const ring = (x: number, y: number, radius: number, stroke: string, width: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`

export const rule = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1, dash = ''): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dash}"/>`

export const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`

interface Lettering {
  size: number
  fill?: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  italic?: boolean
  spacing?: number
}

/** Text on a baseline at `y`, in the reading font of the site. */
export function letters(text: string, x: number, y: number, lettering: Lettering): string {
  const { size, fill = ink, weight = 400, anchor = 'start', italic = false, spacing = 0 } = lettering
  const style = [
    'font-family:Specimen',
    `font-size:${size}px`,
    `font-weight:${weight}`,
    `font-style:${italic ? 'italic' : 'normal'}`,
    `letter-spacing:${spacing}px`,
  ].join(';')
  return `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" style="${style}">${text}</text>`
}

/** Returns a generator of pseudo-random numbers from 0 to 1 that are the same on every run. */
export function* createRandomNumbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (state * 1664525 + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
