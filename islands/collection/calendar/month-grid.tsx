import { use, useRef, useState } from 'react'
import { Cell } from '@/components/ui/cell'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import type { CalendarGrid, CollectionData, View } from '@/islands/collection/data'
import { ChangesContext } from '../changes'
import { getRegionName } from '../section'
import { fillNumbers } from '../table-filter'
import { useFocusAfter } from '../use-focus-after'
import { countHidden, getMonth, getMonthStart, getWeeks, type Segment, WEEKDAYS, type Week } from './month-weeks'

export interface MonthGridProps {
  data: CollectionData
  view: View
  grid: CalendarGrid
  /** Whether rows are still to be loaded. */
  isPartial: boolean
}

/** The weeks of one month, with the entries of each day. */
export function MonthGrid({ data, view, grid, isPartial }: MonthGridProps) {
  const [first, last] = [getMonth(grid.first), getMonth(grid.last)]
  const clamp = (month: number) => Math.min(Math.max(month, first), last)
  const today = getToday()
  const present = clamp(getMonth(today))
  const changes = use(ChangesContext)
  const [chosen, setChosen] = useState(() => changes.get().month)
  const month = clamp(chosen ?? present)
  const { labels, locale, firstWeekday } = grid
  const choose = (wanted: number | undefined) => {
    setChosen(wanted)
    changes.add({ month: wanted })
  }
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
  const title = format({ year: 'numeric', month: 'long' }).format(toMs(getMonthStart(month)))
  const weekday = format({ weekday: 'short' })
  const weeks = getWeeks(grid, month)
  const renderMonthButton = (target: number, label: string, sign: string) => (
    // A disabled button would lose the focus when the last month is reached.
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={clamp(target) === month}
      onClick={() => choose(clamp(target))}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <section aria-label={getRegionName(data, view)} aria-busy={isPartial || undefined}>
      <div className="calendar-bar">
        <span className="calendar-title" aria-live="polite">
          {title}
        </span>
        {present === getMonth(today) && (
          <button type="button" aria-disabled={month === present} onClick={() => choose(undefined)}>
            {labels.today}
          </button>
        )}
        {renderMonthButton(month - 1, labels.previous, '‹')}
        {renderMonthButton(month + 1, labels.next, '›')}
      </div>
      <div className="calendar-weekdays" aria-hidden="true">
        {WEEKDAYS.map((day) => (
          // 1970-01-05 was a Monday.
          <span key={day}>{weekday.format(toMs(3 + firstWeekday + day))}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <WeekRow
          key={`${month} ${week.start}`}
          data={data}
          view={view}
          grid={grid}
          week={week}
          month={month}
          today={today}
        />
      ))}
    </section>
  )
}

interface WeekRowProps extends Pick<MonthGridProps, 'data' | 'view' | 'grid'> {
  week: Week
  month: number
  today: number
}

/** How many entries of a day are shown, and how many more with each click. */
const [LANES, MORE_LANES] = [3, 30]

/** Seven days, and the entries below them. An entry over several days is one bar. */
function WeekRow({ data, view, grid, week: { start, segments }, month, today }: WeekRowProps) {
  const [lanes, setLanes] = useState(LANES)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfter()
  const getShown = (count: number) => segments.filter(({ lane }) => lane < count)
  const numbers = new Intl.NumberFormat(grid.locale)
  const showMore = (button: Element, dayIndex: number) => {
    const more = lanes + MORE_LANES
    const isNew = ({ lane, from, to }: Segment) => lane >= lanes && from <= dayIndex && to >= dayIndex
    setLanes(more)
    focusAfter(button, () => list.current?.querySelectorAll('a')[getShown(more).findIndex(isNew)]?.focus())
  }
  return (
    <div className="calendar-week">
      {WEEKDAYS.map((dayIndex) => {
        const day = start + dayIndex
        const isOther = getMonth(day) !== month
        return (
          <time
            key={day}
            aria-hidden="true"
            className={day === today ? 'is-today' : isOther ? 'is-other' : undefined}
            style={{ gridColumn: dayIndex + 1 }}
          >
            {numbers.format(new Date(toMs(day)).getUTCDate())}
          </time>
        )
      })}
      <ul ref={list}>
        {getShown(lanes).map((segment) => (
          <Entry key={segment.row} data={data} view={view} segment={segment} />
        ))}
        {countHidden(segments, lanes).map(({ dayIndex, count }) => (
          <li key={`more ${dayIndex}`} style={{ gridColumn: dayIndex + 1, gridRow: lanes + 2 }}>
            <button type="button" onClick={({ currentTarget }) => showMore(currentTarget, dayIndex)}>
              {fillNumbers(grid.labels.more, count)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ data, view, segment }: { data: CollectionData; view: View; segment: Segment }) {
  const { row, from, to, lane, continues } = segment
  const entry = data.rows[row]
  if (entry === undefined) return null
  const { path, icon, cells } = entry
  const title = data.columns[data.titleColumn]
  const name = cells[data.titleColumn]
  // The date follows the title in each calendar.
  const date = view.columns[1] ?? -1
  const dates = data.columns[date]
  return (
    <li style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 2 }}>
      <Link href={path} className={continues ? 'calendar-entry continues' : 'calendar-entry'}>
        {icon && !view.hideIcons && <PageIcon icon={icon} />}
        {title && name ? <Cell column={title} cell={name} /> : data.labels.untitled}
        {dates && (
          <span className="visually-hidden">
            {', '}
            <Cell column={dates} cell={cells[date]} />
          </span>
        )}
      </Link>
    </li>
  )
}

const toMs = (day: number) => day * 86_400_000

/** Returns the visitor's current day, counted from 1970-01-01. */
function getToday(): number {
  const now = new Date()
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000
}
