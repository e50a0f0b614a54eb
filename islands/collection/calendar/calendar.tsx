import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { CalendarGrid, CollectionData, View } from '@/islands/collection/data'
import type { MonthGridProps } from './month-grid'

interface CalendarProps {
  data: CollectionData
  view: View
  grid: CalendarGrid
  load(): Promise<boolean>
  /** The same rows as a list by month, for narrow screens, for print, and without script. */
  children: ReactNode
}

/** A month of a calendar. Its script and the remaining rows are loaded only on screens that are wide enough for it. */
export function Calendar({ data, view, grid, load, children }: CalendarProps) {
  const isWide = useIsWide()
  const [MonthGrid, setMonthGrid] = useState<ComponentType<MonthGridProps>>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWide) return
    void load()
    import('./month-grid').then(
      (module) => setMonthGrid(() => module.MonthGrid),
      () => setFailed(true),
    )
  }, [isWide, load])
  return (
    <div className={failed ? undefined : 'calendar'}>
      {!failed && (
        <div className="calendar-month">
          {isWide && MonthGrid && (
            <MonthGrid data={data} view={view} grid={grid} isPartial={data.rest?.data !== undefined} />
          )}
        </div>
      )}
      <div className="calendar-list">{children}</div>
    </div>
  )
}

/** The same condition is in `styles/collection-views.css`. */
const WIDE = '(min-width: 48rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
    () => false,
  )
}
