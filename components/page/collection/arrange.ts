import type {
  CellOf,
  Cell as CellValue,
  CollectionData,
  CollectionLabels,
  Column,
  ColumnKind,
  Section,
  SharedValue,
  View,
} from '@/lib/page/wire/collection'
import { getPlainText } from '@/lib/page/wire/text'

/** How a visitor sorts a table: by one of its columns, by its name, because made for another reader it may stand elsewhere. */
export interface Sorting {
  column: string
  descending: boolean
}

/** How a visitor filters a table: by words, and by one value of a column, see {@link choicesOf}, under the column's name. */
export interface Filtering {
  words: string
  values: ReadonlyMap<string, string>
}

export const NO_FILTER: Filtering = { words: '', values: new Map() }

export function isFiltering({ words, values }: Filtering): boolean {
  return words.trim() !== '' || values.size > 0
}

/** What rows of a column can be filtered by, in its order: what stands for a value wherever that stands, and what it is called. */
export function choicesOf({ kind, values = [] }: Column, labels: CollectionLabels): Map<string, string> {
  if (kind === 'checkbox') return new Map(TICKS.map((tick) => [String(tick), tick ? labels.checked : labels.unchecked]))
  return new Map(values.map((value) => [keyOf(value, kind), value[0]]))
}

const TICKS = [true, false]

/** Pages are told apart by their paths, and all else by its words. */
const keyOf = ([text, path]: SharedValue, kind: ColumnKind) => (kind === 'pages' && path) || text

/** The view as the visitor wants to see it. Calculations over rows of which some are left out would be wrong, so they go. */
export function arrange(data: CollectionData, view: View, sorting: Sorting | undefined, filtering: Filtering): View {
  const ranks = sorting && columnNamed(sorting.column, data, view)?.column.ranks
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
  const picked = [...values].flatMap(([name, key]) => {
    const found = columnNamed(name, data, view)
    const value = found && heldFor(key, found.column)
    return found && value !== undefined ? [{ index: found.index, value }] : []
  })
  return (row) => {
    const cells = data.rows[row]?.[2] ?? []
    return (
      wanted.every((word) => texts[row]?.includes(word)) &&
      picked.every(({ index, value }) => holds(cells[index], value))
    )
  }
}

/** What a chosen value is in cells: a tick, or indexes of shared values. Undefined where no row can hold it, which hides none. */
function heldFor(key: string, { kind, values = [] }: Column): boolean | Set<unknown> | undefined {
  if (kind === 'checkbox') return TICKS.find((tick) => String(tick) === key)
  const indexes = values.flatMap((value, index) => (keyOf(value, kind) === key ? [index] : []))
  return indexes.length === 0 ? undefined : new Set(indexes)
}

function holds(cell: CellValue | undefined, value: boolean | Set<unknown>): boolean {
  if (typeof value === 'boolean') return (cell ?? false) === value
  return Array.isArray(cell) && cell.some((each) => value.has(each))
}

function columnNamed(name: string, data: CollectionData, view: View): { index: number; column: Column } | undefined {
  for (const index of view.columns) {
    const column = data.columns[index]
    if (column?.name === name) return { index, column }
  }
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
  title: (text) => getPlainText(text),
  text: (text) => getPlainText(text),
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
