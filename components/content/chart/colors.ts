import type { ChartData, ChartPart } from './chart-data'

/** The colors of parts without a color of their own, in this order. */
const CYCLE = ['blue', 'orange', 'green', 'purple', 'red', 'yellow', 'pink', 'brown', 'gray']
/** The maximum number of parts with different paints. */
export const MAX_PAINTS = CYCLE.length

/** The least opacity at which every color has a contrast of 3:1 to the paper. */
export const MIN_OPACITY = 0.75
/** The shades of a theme of one color: with this share of the color of text, or bright. */
const SHADES = [{ ink: 0 }, { ink: 70 }, { ink: 35 }, { ink: 0, opacity: MIN_OPACITY }]

const TINTS: ReadonlySet<string> = new Set(CYCLE)

export interface Paint {
  color: string
  opacity: number
}

/** Returns the CSS color of a color of Notion. The site has none for `teal` and `lightgray`. */
export function toCssColor(name: string): string {
  if (TINTS.has(name)) return `var(--tint-${name})`
  return name === 'teal' ? 'color-mix(in oklab, var(--tint-green), var(--tint-blue))' : 'var(--line-strong)'
}

/** Returns a paint for each part, all of them different for at most `MAX_PAINTS` parts. */
export function getPaints({ theme }: ChartData['format'], parts: readonly ChartPart[]): Paint[] {
  const isColored = theme === 'auto' && parts.some(({ color }) => color !== undefined)
  if (isColored) return takeOwnColors(parts)
  if (theme === 'auto' || theme === 'colorful') return cycleColors(CYCLE, parts)
  if (parts.length > SHADES.length) return cycleColors([theme, ...CYCLE.filter((color) => color !== theme)], parts)
  return SHADES.slice(0, parts.length).map(({ ink, opacity = 1 }) => {
    const color = toCssColor(theme)
    return { color: ink === 0 ? color : `color-mix(in oklab, ${color}, var(--ink) ${ink}%)`, opacity }
  })
}

/** Returns the paints of groups that have names beside them, so they may have equal ones. */
export function getGroupPaints({ theme }: ChartData['format'], groups: readonly ChartPart[]): Paint[] {
  if (theme === 'colorful') return cycleColors(CYCLE, groups)
  const hasColors = theme === 'auto' && groups.some(({ color }) => color !== undefined)
  const common = theme === 'auto' ? 'blue' : theme
  return groups.map(({ color = 'gray' }) => ({ color: toCssColor(hasColors ? color : common), opacity: 1 }))
}

const cycleColors = (colors: readonly string[], parts: readonly ChartPart[]): Paint[] =>
  parts.map((_, at) => ({ color: toCssColor(colors[at % colors.length] ?? 'gray'), opacity: 1 }))

/** Returns the own color of the first part that has it. Other parts get the colors that are left, first `gray`. */
function takeOwnColors(parts: readonly ChartPart[]): Paint[] {
  const own = new Set(parts.map(({ color }) => color))
  const left = CYCLE.filter((color) => !own.has(color))
  return parts.map(({ color }) => {
    const name = color !== undefined && own.delete(color) ? color : left.pop()
    return { color: toCssColor(name ?? 'gray'), opacity: 1 }
  })
}
