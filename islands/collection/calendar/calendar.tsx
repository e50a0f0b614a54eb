import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { CalendarGrid, CollectionData, View } from '@/islands/collection/data'
import { WIDE } from '../../island'
import { MonthGrid } from './month-grid'

interface CalendarProps {
  data: CollectionData
  view: View
  grid: CalendarGrid
  load(): Promise<boolean>
  /** The same rows as a list by month, for narrow screens, for print, and without script. */
  children: ReactNode
}

/** A month of a calendar. Its remaining rows are loaded only on screens that are wide enough for it. */
export function Calendar({ data, view, grid, load, children }: CalendarProps) {
  const isWide = useIsWide()
  useEffect(() => {
    if (isWide) void load()
  }, [isWide, load])
  return (
    <div className="calendar">
      <div className="calendar-month">
        {isWide && <MonthGrid data={data} view={view} grid={grid} isPartial={data.rest?.data !== undefined} />}
      </div>
      <div className="calendar-list">{children}</div>
    </div>
  )
}

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
