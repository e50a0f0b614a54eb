import type { Block, Id, RichText } from '../record-map'
import { toPlainText } from '../text'

/** The maximum number of columns of a simple table that are shown. */
const MAX_COLUMNS = 200

type Blocks = Readonly<Record<Id, Block>>

export interface HeadedRow {
  /** The text of the cell under the heading. */
  text: string
  /** The row's other cells. */
  others: RichText[]
}

/** Returns the rows of a simple table if its first row has a cell with the heading (in lower case), else none. */
export function findHeadedRows(heading: string, table: Block, blocks: Blocks): HeadedRow[] {
  const found = findHeadedTable(heading, table, blocks)
  if (found === undefined) return []
  const { column, rows } = found
  return rows.map((row) => ({
    text: cell(row, column),
    others: Object.keys(row.properties).flatMap((key) => (key === column ? [] : [row.properties[key] ?? []])),
  }))
}

/** Returns the rows of a simple table, and the column of the heading (in lower case) in its first row; undefined without one. */
export function findHeadedTable(
  heading: string,
  table: Block,
  blocks: Blocks,
): { column: string; header: Block; rows: Block[] } | undefined {
  if (table.type !== 'table') return undefined
  const [header, ...rows] = table.content.flatMap((id) => (blocks[id]?.type === 'table_row' ? [blocks[id]] : []))
  const column = Object.keys(header?.properties ?? {}).find((key) => cell(header, key).toLowerCase() === heading)
  return header === undefined || column === undefined ? undefined : { column, header, rows }
}

/** Returns the texts of the first row of a simple table; none of other blocks. */
export function getHeadings(table: Block, blocks: Blocks): string[] {
  if (table.type !== 'table') return []
  const header = table.content.map((id) => blocks[id]).find((block) => block?.type === 'table_row')
  return Object.keys(header?.properties ?? {}).map((key) => cell(header, key))
}

/** Returns the column keys of a simple table. Without a stored order they are collected from the rows. */
export function getColumnKeys({ format }: Block, rows: Block[]): string[] {
  const order = Array.isArray(format.table_block_column_order) ? format.table_block_column_order : []
  const listed = order.flatMap((key) => (typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []))
  const keys = listed.length > 0 ? listed : rows.flatMap((row) => Object.keys(row.properties))
  return [...new Set(keys)].slice(0, MAX_COLUMNS)
}

function cell(row: Block | undefined, column: string): string {
  return toPlainText(row?.properties[column] ?? []).trim()
}
