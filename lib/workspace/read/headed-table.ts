import type { Block, Id, RichText } from '../record-map'
import { toPlainText } from '../text'

/** The maximum number of columns of a simple table that are shown. */
const MAX_COLUMNS = 200

type Blocks = Readonly<Record<Id, Block>>

export interface HeadedRow {
  /** The cell under the heading, and its text. */
  cell: RichText
  text: string
  /** The row's other cells. */
  others: RichText[]
}

/** Returns the rows of a simple table if its first row has a cell with the heading (in lower case), else none. */
export function findHeadedRows(heading: string, table: Block, blocks: Blocks): HeadedRow[] {
  const found = findHeadedTable(heading, table, blocks)
  return found === undefined ? [] : readColumn(found)
}

/** Returns the texts of a column of a simple table, with the other cells of their rows. */
export function readColumn({ column, rows }: { column: string; rows: readonly Block[] }): HeadedRow[] {
  return rows.map((row) => ({
    cell: row.properties[column] ?? [],
    text: readCell(row, column),
    others: Object.keys(row.properties).flatMap((key) => (key === column ? [] : [row.properties[key] ?? []])),
  }))
}

/** Returns the rows of a simple table, and the column of the heading (in lower case) in its first row; undefined without one. */
export function findHeadedTable(
  heading: string,
  table: Block,
  blocks: Blocks,
): { column: string; header: Block; rows: Block[] } | undefined {
  const { header, rows } = findTableRows(table, blocks) ?? { rows: [] }
  const column = Object.keys(header?.properties ?? {}).find((key) => readCell(header, key).toLowerCase() === heading)
  return header === undefined || column === undefined ? undefined : { column, header, rows }
}

/** Returns the first row of a simple table and its other rows; undefined for other blocks, and for a table without rows. */
export function findTableRows(table: Block, blocks: Blocks): { header: Block; rows: Block[] } | undefined {
  if (table.type !== 'table') return undefined
  const [header, ...rows] = table.content.flatMap((id) => (blocks[id]?.type === 'table_row' ? [blocks[id]] : []))
  return header && { header, rows }
}

/** Returns the column keys of a simple table. Without a stored order they are collected from the rows. */
export function getColumnKeys({ format }: Block, rows: Block[]): string[] {
  const order = Array.isArray(format.table_block_column_order) ? format.table_block_column_order : []
  const listed = order.flatMap((key) => (typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []))
  const keys = listed.length > 0 ? listed : rows.flatMap((row) => Object.keys(row.properties))
  return [...new Set(keys)].slice(0, MAX_COLUMNS)
}

/** Returns the text of a cell; empty if there is none. */
export function readCell(row: Block | undefined, column: string): string {
  return toPlainText(row?.properties[column] ?? []).trim()
}
