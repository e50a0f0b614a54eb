import type { Block, Id, RichText } from '../record-map'
import { toPlainText } from '../text'

export interface HeadedRow {
  /** The text of the cell under the heading. */
  words: string
  /** The row's other cells. */
  others: RichText[]
}

/** Returns the rows of a simple table if its first row has a cell with the heading (in lower case), else none. */
export function findHeadedRows(heading: string, table: Block, blocks: Readonly<Record<Id, Block>>): HeadedRow[] {
  if (table.type !== 'table') return []
  const [header, ...rows] = table.content.flatMap((id) => (blocks[id]?.type === 'table_row' ? [blocks[id]] : []))
  const column = Object.keys(header?.properties ?? {}).find((key) => cell(header, key).toLowerCase() === heading)
  if (column === undefined) return []
  return rows.map((row) => ({
    words: cell(row, column),
    others: Object.keys(row.properties).flatMap((key) => (key === column ? [] : [row.properties[key] ?? []])),
  }))
}

function cell(row: Block | undefined, column: string): string {
  return toPlainText(row?.properties[column] ?? []).trim()
}
