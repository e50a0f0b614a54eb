import { createContext, use } from 'react'
import type { Sorting } from './arrange'

interface SortingControls {
  sorting: Sorting | undefined
  sort(sorting: Sorting | undefined): void
  load(): Promise<boolean>
}

/** The sort order of the table around; undefined if it cannot be sorted. */
export const SortingContext = createContext<SortingControls | undefined>(undefined)

interface SortHeaderProps {
  name: string
  className: string | undefined
}

/** A column header. A click sorts by the column, the second in reverse order, and the third restores the order of the view. */
export function SortHeader({ name, className }: SortHeaderProps) {
  const controls = use(SortingContext)
  if (controls === undefined) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    )
  }
  const { sorting, sort, load } = controls
  const order = sorting?.column === name ? (sorting.descending ? 'descending' : 'ascending') : undefined
  const press = () => {
    void load()
    sort(order === 'descending' ? undefined : { column: name, descending: order === 'ascending' })
  }
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className="sort" onClick={press} onPointerEnter={load} onFocus={load}>
        {name}
      </button>
    </th>
  )
}
