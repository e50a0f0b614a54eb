import type { CellOf, Cell as CellValue, CollectionData, Column, Section, View } from '@/lib/page/collection/types'
import { plainText } from '@/lib/page/wire-text'

/** How a visitor sorts a table: by one of its columns. */
export interface Sorting {
  column: number
  descending: boolean
}

/** How a visitor filters a table: by words, and by one value of a column (the index of a shared value, or a tick). */
export interface Filtering {
  words: string
  values: Readonly<Record<number, number | boolean>>
}

export const NO_FILTER: Filtering = { words: '', values: {} }

export function isFiltering({ words, values }: Filtering): boolean {
  return words.trim() !== '' || Object.keys(values).length > 0
}

/** The view as the visitor wants to see it. Calculations over rows of which some are left out would be wrong, so they go. */
export function arrange(data: CollectionData, view: View, sorting: Sorting | undefined, filtering: Filtering): View {
  const ranks = sorting && data.columns[sorting.column]?.ranks
  const filters = isFiltering(filtering)
  if (ranks === undefined && !filters) return view
  const keeps = filters ? keeper(data, view, filtering) : () => true
  const sections = view.sections.map((section): Section => {
    const rows = section.rows.filter(keeps)
    if (ranks !== undefined) sortByRank(rows, ranks, sorting?.descending ?? false)
    return filters ? { ...section, rows, total: rows.length, totals: undefined } : { ...section, rows }
  })
  return { ...view, sections: filters ? sections.filter(({ rows }) => rows.length > 0) : sections }
}

/** Rows without a value are last either way. */
function sortByRank(rows: number[], ranks: number[], descending: boolean): void {
  const rank = (row: number) => ranks[row] ?? -1
  rows.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    if (first < 0 || second < 0) return Number(first < 0) - Number(second < 0)
    return descending ? second - first : first - second
  })
}

function keeper(data: CollectionData, view: View, { words, values }: Filtering): (row: number) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const texts = wanted.length > 0 ? textsOf(data, view) : []
  const picked = Object.entries(values).map(([column, value]) => [Number(column), value] as const)
  return (row) => {
    const cells = data.rows[row]?.[2] ?? []
    return (
      wanted.every((word) => texts[row]?.includes(word)) &&
      picked.every(([column, value]) => holds(cells[column], value))
    )
  }
}

function holds(cell: CellValue | undefined, value: number | boolean): boolean {
  if (typeof value === 'boolean') return (cell ?? false) === value
  return Array.isArray(cell) && (cell as unknown[]).includes(value)
}

/** Making the texts of a thousand rows takes longer than looking through them. */
const known = new WeakMap<CollectionData, Map<string, string[]>>()

/** What a view shows of each row, in lower case. */
function textsOf(data: CollectionData, view: View): string[] {
  const views = known.get(data) ?? new Map<string, string[]>()
  known.set(data, views)
  const texts =
    views.get(view.id) ??
    data.rows.map(([, , cells]) =>
      view.columns
        .flatMap((index) => {
          const column = data.columns[index]
          return column === undefined ? [] : textOf(column, cells[index])
        })
        .join('\n')
        .toLowerCase(),
    )
  views.set(view.id, texts)
  return texts
}

type Texts = { [Kind in keyof CellOf]: (cell: CellOf[Kind], column: Column) => string | string[] }

const shared = (indexes: number[], { values = [] }: Column) => indexes.map((index) => values[index]?.[0] ?? '')

const TEXTS: Texts = {
  title: (text) => plainText(text),
  text: (text) => plainText(text),
  number: (text) => text,
  tags: shared,
  people: shared,
  pages: shared,
  date: ([text]) => text,
  files: (files) => files.map(([name]) => name),
  checkbox: () => '',
  link: ([text]) => text,
  cover: () => '',
}

function textOf(column: Column, cell: CellValue | undefined): string | string[] {
  if (cell === null || cell === undefined) return []
  // A column's kind says which member of the union its cells are; TypeScript cannot follow that from one to the other.
  const text = TEXTS[column.kind] as (cell: CellValue, column: Column) => string | string[]
  return text(cell, column)
}
