import { COLOURS } from './colours'

/** Contrast that words need on what they stand on. */
const ENOUGH = 4.5
const STEPS = 64

type Rgb = [number, number, number]

/** Returns a chosen colour (`#rrggbb`) as it can be read in each theme: unchanged if possible, or else as little darker or lighter as it takes. */
export function adjustAccent(colour: string): { day: string; night: string } {
  // The paper is further from it than the surfaces are.
  const { day, night } = COLOURS.surface
  return { day: readable(colour, day, '#000000'), night: readable(colour, night, '#ffffff') }
}

function readable(colour: string, surface: string, towards: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS)
    if (contrast(mixed, surface) >= ENOUGH) return mixed
  }
  return towards
}

/** Contrast of two colours by WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const [end, start] = [rgbOf(to), rgbOf(from)]
  return `#${start.map((part, at) => hex(part + ((end[at] ?? 0) - part) * share)).join('')}`
}

const rgbOf = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0')
