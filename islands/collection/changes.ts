import { createContext } from 'react'
import type { Sorting } from './arrange'
import type { CollectionData } from './data'

/** What a visitor changed in a database. It belongs to the history entry. */
export interface Changes {
  /** The id of the view in which the others were made. */
  view: string
  sorting?: Sorting | undefined
  /** The filter, and whether it is shown. */
  words?: string
  values?: [column: string, value: string][]
  isFilterOpen?: boolean
  /** How many times "Load more" was pressed: below the sections, and in each list of rows by its index. */
  moreSections?: number
  moreRows?: number[]
  /** The month that a calendar shows, counted from January 1970. */
  month?: number | undefined
}

interface ChangesOfView {
  /** Returns the changes of the selected view. */
  get(): Partial<Changes>
  add(changes: Partial<Changes>): void
}

export const ChangesContext = createContext<ChangesOfView>({ get: () => ({}), add: () => {} })

/** Validates changes, which anything on the page may have written. Returns undefined if their view does not exist. */
export function readChanges(value: unknown, { views }: CollectionData): Changes | undefined {
  if (!isObject(value)) return undefined
  const { sorting, words, values, isFilterOpen, moreSections, moreRows, month } = value
  const view = views.find(({ id }) => id === value.view)
  return (
    view && {
      view: view.id,
      sorting: readSorting(sorting),
      words: typeof words === 'string' ? words : '',
      values: Array.isArray(values) ? values.filter(isValue) : [],
      isFilterOpen: isFilterOpen === true,
      moreSections: readCount(moreSections),
      moreRows: Array.isArray(moreRows) ? moreRows.map(readCount) : [],
      month: Number.isSafeInteger(month) ? Number(month) : undefined,
    }
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const readSorting = (value: unknown): Sorting | undefined =>
  isObject(value) && typeof value.column === 'string'
    ? { column: value.column, descending: value.descending === true }
    : undefined

const isValue = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')

const readCount = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0)
