import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import type { Timeline } from './data'
import { ListView } from './list-view'
import { getShownRows, RowFacts, RowTitle } from './row'
import { getRegionName, type RowsProps } from './section'

/** The height of a row, as in `styles/timeline.css`, and the horizontal part of an arrow, in pixels. */
const [ROW, BEND] = [36, 8]
const DAY_MS = 86_400_000

/**
 * Rows as bars on an axis of days, and lines between rows that depend on each other. On narrow screens and in print the style sheet makes it
 * a list of the rows with their dates.
 */
export function TimelineView(props: RowsProps) {
  const { data, view, section, shown } = props
  const { timeline } = view
  const container = useRef<HTMLElement>(null)
  const markToday = useEffectEvent(() => {
    const today = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY_MS)
    if (container.current && timeline) showToday(container.current, today - timeline.first, timeline)
  })
  useEffect(() => markToday(), [])
  if (timeline === undefined || section.isUndated) return <ListView {...props} />
  const entries = new Map(timeline.entries.map((entry) => [data.rows[entry.row], entry]))
  const rows = getShownRows(data, section.rows, shown)
  return (
    <section
      ref={container}
      className="collection-scroll timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      aria-label={getRegionName(data, view, section)}
      style={toStyle({ '--scale': `${timeline.scale}px`, '--days': timeline.days })}
    >
      {timeline.ticks.map((ticks, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of the axis never move
        <div key={place} className="timeline-axis" aria-hidden="true">
          {ticks.map(({ at, label }) => (
            <span key={at} style={toStyle({ '--at': at })}>
              {label}
            </span>
          ))}
        </div>
      ))}
      <ul>
        {rows.map((row) => {
          const { at = 0, days = 1 } = entries.get(row) ?? {}
          return (
            <li key={row.path} style={toStyle({ '--at': at, '--length': days })}>
              <RowTitle data={data} view={view} row={row} />
              <RowFacts data={data} view={view} row={row} />
            </li>
          )
        })}
      </ul>
      <Arrows {...props} />
    </section>
  )
}

/** Lines from the end of a row to the start of the one that depends on it, if the section shows both. */
function Arrows({ view: { timeline }, section, shown }: RowsProps) {
  const places = new Map(section.rows.slice(0, shown).map((row, place) => [row, place]))
  const entries = new Map(timeline?.entries.map((entry) => [entry.row, entry]))
  const lines = (timeline?.arrows ?? []).flatMap(([from, to]) => {
    const [a, b, start, end] = [places.get(from), places.get(to), entries.get(from), entries.get(to)]
    if (timeline === undefined || a === undefined || b === undefined || !start || !end) return []
    const [x, y] = [(start.at + start.days) * timeline.scale, (a + 0.5) * ROW]
    const [toX, toY] = [end.at * timeline.scale, (b + 0.5) * ROW]
    const middle = toX - BEND >= x + BEND ? `V${toY}` : `V${y + (toY > y ? ROW : -ROW) / 2}H${toX - BEND}V${toY}`
    return `M${x} ${y}h${BEND}${middle}H${toX}m-5-4l5 4-5 4`
  })
  if (lines.length === 0) return null
  return (
    <svg className="timeline-arrows" aria-hidden="true" style={{ height: places.size * ROW }}>
      <path d={lines.join('')} />
    </svg>
  )
}

/** Marks a day, and scrolls to it. `today` counts from the first day of the axis. */
function showToday(container: HTMLElement, today: number, { days, scale }: Timeline): void {
  if (today < 0 || today >= days) return
  container.style.setProperty('--today', String(today))
  container.classList.add('has-today')
  const sign = getComputedStyle(container).direction === 'rtl' ? -1 : 1
  container.scrollLeft = sign * (today * scale - container.clientWidth / 3)
}

const toStyle = (variables: Record<`--${string}`, string | number>) => variables as CSSProperties
