import type {
  CellOf,
  Cell as CellValue,
  CollectionData,
  CollectionLabels,
  Column,
  Section,
  SharedValue,
  View,
} from '@/islands/collection/data'
import { getPlainText } from '@/lib/page/prepared-text'

/** A visitor's sort order. The column is identified by name, because its index may differ after the page is rendered again. */
export interface Sorting {
  column: string
  descending: boolean
}

/** A visitor's filter: words, and one value per column by the column's name, see {@link getChoices}. */
export interface Filtering {
  words: string
  values: ReadonlyMap<string, string>
}

export const NO_FILTER: Filtering = { words: '', values: new Map() }

export function isFiltering({ words, values }: Filtering): boolean {
  return words.trim() !== '' || values.size > 0
}

/** Returns the values by which a column can be filtered, in its order: a stable key and the label of each. */
export function getChoices({ kind, values = [] }: Column, labels: CollectionLabels): Map<string, string> {
  if (kind === 'checkbox')
    return new Map(
      CHECKBOX_VALUES.map((isChecked) => [String(isChecked), isChecked ? labels.checked : labels.unchecked]),
    )
  return new Map(values.map((value) => [getKey(value), value.text]))
}

const CHECKBOX_VALUES = [true, false]

/** Returns the path of a page, and the text of any other value. */
const getKey = ({ text, path }: SharedValue) => path || text

/** Returns the view with the visitor's order and filter. A filtered view has no calculations, which would be wrong. */
export function arrange(data: CollectionData, view: View, sorting: Sorting | undefined, filtering: Filtering): View {
  const ranks = sorting && findColumn(sorting.column, data, view)?.column.ranks
  const filters = isFiltering(filtering)
  if (ranks === undefined && !filters) return view
  const keeps = filters ? createFilter(data, view, filtering) : () => true
  const sections = view.sections.map((section): Section => {
    const rows = section.rows.filter(keeps)
    if (ranks !== undefined) sortByRank(rows, ranks, sorting?.descending ?? false)
    return filters ? { ...section, rows, total: rows.length, totals: undefined } : { ...section, rows }
  })
  return { ...view, sections: filters ? sections.filter(({ rows }) => rows.length > 0) : sections }
}

/** Rows without a value are last in both directions. */
function sortByRank(rows: number[], ranks: number[], descending: boolean): void {
  const rank = (row: number) => ranks[row] ?? -1
  rows.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    if (first < 0 || second < 0) return Number(first < 0) - Number(second < 0)
    return descending ? second - first : first - second
  })
}

function createFilter(data: CollectionData, view: View, { words, values }: Filtering): (row: number) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const texts = wanted.length > 0 ? getTexts(data, view) : []
  const picked = [...values].flatMap(([name, key]) => {
    const found = findColumn(name, data, view)
    const value = found && findStored(key, found.column)
    return found && value !== undefined ? [{ index: found.index, value }] : []
  })
  return (row) => {
    const cells = data.rows[row]?.cells ?? []
    return (
      wanted.every((word) => texts[row]?.includes(word)) &&
      picked.every(({ index, value }) => matchesValue(cells[index], value))
    )
  }
}

/**
 * Returns a chosen value as cells store it: a checkbox, or indexes of shared values. Returns undefined if no row has the value; the column
 * is then not filtered.
 */
function findStored(key: string, { kind, values = [] }: Column): boolean | Set<unknown> | undefined {
  if (kind === 'checkbox') return CHECKBOX_VALUES.find((isChecked) => String(isChecked) === key)
  const indexes = values.flatMap((value, index) => (getKey(value) === key ? [index] : []))
  return indexes.length === 0 ? undefined : new Set(indexes)
}

function matchesValue(cell: CellValue | undefined, value: boolean | Set<unknown>): boolean {
  if (typeof value === 'boolean') return (cell ?? false) === value
  return Array.isArray(cell) && cell.some((each) => value.has(each))
}

function findColumn(name: string, data: CollectionData, view: View): { index: number; column: Column } | undefined {
  for (const index of view.columns) {
    const column = data.columns[index]
    if (column?.name === name) return { index, column }
  }
}

/** The texts of rows by view id, cached because creating those of a thousand rows takes longer than searching them. */
const cachedTexts = new WeakMap<CollectionData, Map<string, string[]>>()

/** Returns the text of each row of a view in lower case. */
function getTexts(data: CollectionData, view: View): string[] {
  const views = cachedTexts.get(data) ?? new Map<string, string[]>()
  cachedTexts.set(data, views)
  const texts =
    views.get(view.id) ??
    data.rows.map(({ cells }) =>
      view.columns
        .flatMap((index) => {
          const column = data.columns[index]
          return column === undefined ? [] : getCellText(column, cells[index])
        })
        .join('\n')
        .toLowerCase(),
    )
  views.set(view.id, texts)
  return texts
}

type Texts = { [Kind in keyof CellOf]: (cell: CellOf[Kind], column: Column) => string | string[] }

const getSharedTexts = (indexes: number[], { values = [] }: Column) => indexes.map((index) => values[index]?.text ?? '')

const TEXTS: Texts = {
  title: (text) => getPlainText(text),
  text: (text) => getPlainText(text),
  number: (text) => text,
  meter: ({ text }) => text,
  tags: getSharedTexts,
  people: getSharedTexts,
  pages: getSharedTexts,
  date: ({ text }) => text,
  files: (files) => files.map(({ name }) => name),
  checkbox: () => '',
  link: ({ text }) => text,
  cover: () => '',
}

/** Returns the text of a cell without formats, or the texts of its values; none for an empty cell. */
export function getCellText(column: Column, cell: CellValue | undefined): string | string[] {
  if (cell === null || cell === undefined) return []
  // The kind of a column determines the type of its cells, which TypeScript cannot infer.
  const text = TEXTS[column.kind] as (cell: CellValue, column: Column) => string | string[]
  return text(cell, column)
}
