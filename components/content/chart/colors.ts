import type { ChartData, ChartPart } from './chart-data'

/** The colors of parts without a color of their own, in this order. */
const CYCLE = ['blue', 'orange', 'green', 'purple', 'red', 'yellow', 'pink', 'brown', 'gray']
/** The opacities of parts in a theme of one color. */
const SHADES = [1, 0.75, 0.55, 0.4]

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

/** Returns the paint of each part: its own color, or one of the chart's theme. */
export function getPaints({ theme }: ChartData['format'], parts: readonly ChartPart[], isDivided: boolean): Paint[] {
  const hasColors = parts.some(({ color }) => color !== undefined)
  const isCycled = theme === 'colorful' || (theme === 'auto' && isDivided && !hasColors)
  return parts.map(({ color }, at) => {
    if (isCycled) return { color: toCssColor(CYCLE[at % CYCLE.length] ?? 'gray'), opacity: 1 }
    if (theme === 'auto') return { color: toCssColor(hasColors ? (color ?? 'gray') : 'blue'), opacity: 1 }
    return { color: toCssColor(theme), opacity: isDivided ? (SHADES[at % SHADES.length] ?? 1) : 1 }
  })
}
