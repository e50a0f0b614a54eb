import type { CSSProperties } from 'react'
import { getCenter, getLongest, LETTER, MAX_BAR_NAMES, type Plot, percent, SIZE, withVariables } from './plot'
import { getPosition } from './scale'

/** The height of a line of text, the width of a chart on a phone and beside the text, and the least height of a chart, in pixels. */
const LINE = 16
const NARROW = 300
const WIDE = 620
const LOWEST = 160

/** The values of marks, where they fit, and the names of reference lines. */
export function Labels(plot: Plot) {
  const { chart, scale, isStacked, paints } = plot
  const { format, groups } = chart
  const isBar = format.kind === 'bar'
  const longest = getLongest(chart) * LETTER * groups.length
  // Shades of a color may be as bright as the label.
  const isReadable =
    paints === undefined || (isStacked && format.kind !== 'line' && paints.every(({ opacity }) => opacity === 1))
  const fits = isBar ? groups.length <= MAX_BAR_NAMES : longest <= WIDE
  const isShown = format.hasLabels && format.style !== 'percent' && isReadable && fits
  const isDense = isBar ? paints !== undefined : longest > NARROW
  const isAtEnd = isBar && paints === undefined
  const style = { textIndent: isAtEnd ? '.375rem' : undefined, color: paints && 'var(--paper)' }
  const isCentered = isBar || paints !== undefined
  return (
    <>
      {isShown && (
        <div
          className={isDense ? 'chart-dense' : undefined}
          style={isCentered ? withVariables({ '--shift': isBar ? '-50%' : '50%' }, style) : undefined}
        >
          {placeLabels(plot).map(({ text, place }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the labels never move
            <span key={at} style={place}>
              {text}
            </span>
          ))}
        </div>
      )}
      {format.lines.map(({ value, label }, at) => {
        const along = percent(getPosition(scale, value))
        const place = isBar ? { insetInlineStart: along, top: 0 } : { insetInlineStart: 0, bottom: along }
        // The label may be above a mark of any color.
        const style = { ...place, background: 'var(--paper)' }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          <span key={at} style={style}>
            {label}
          </span>
        )
      })}
    </>
  )
}

/** Returns the labels at the ends of marks, or in the middle of segments that are large enough. */
function placeLabels(plot: Plot): { text: string; place: CSSProperties }[] {
  const { chart, spans, scale, paints } = plot
  const isBar = chart.format.kind === 'bar'
  const band = 1 / chart.groups.length
  return spans.flatMap((column, series) =>
    column.flatMap((span, at) => {
      const text = chart.texts[series]?.[at] ?? ''
      if (span === undefined) return []
      const ends = span.map((value) => getPosition(scale, value))
      const [low, high] = [Math.min(...ends), Math.max(...ends)]
      // The label must fit into a segment of a column of the smallest chart, or of a bar beside its name.
      const needed = isBar ? (text.length * LETTER) / NARROW : LINE / LOWEST
      if (paints !== undefined && high - low < needed) return []
      const top = percent(getCenter(plot, at) / SIZE)
      const bandPlace = { insetInlineStart: percent(at * band), width: percent(band) }
      if (paints === undefined)
        return [
          { text, place: isBar ? { insetInlineStart: percent(high), top } : { ...bandPlace, bottom: percent(high) } },
        ]
      const segment = { insetInlineStart: percent(low), width: percent(high - low), top }
      return [{ text, place: isBar ? segment : { ...bandPlace, bottom: percent((low + high) / 2) } }]
    }),
  )
}
