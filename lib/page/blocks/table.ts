import type { TableRow } from '../../../blocks/prepared-block'
import type { Block } from '../../workspace/record-map'
import { getBlockColor } from '../block-color'
import { readNumber, readRecord } from '../read-values'
import type { BlockContext, PrepareBlock } from './block-context'

const DEFAULT_WIDTH = 120

/**
 * A simple table. Its first row, its first column or both may be headers. Tables that set something for the site are never shown, see
 * `isSiteTable`.
 */
export const prepareTable: PrepareBlock = (block, preparation) => {
  const { rows, keys } = preparation.shown.table(block) ?? { rows: [], keys: [] }
  if (keys.length === 0 || rows.length === 0) return undefined
  const formats = readRecord(block.format.table_block_column_format)
  return {
    type: 'table',
    rows: rows.map((row) => prepareTableRow(row, keys, preparation)),
    columns: keys.map((key) => {
      const { width, color } = readRecord(formats[key])
      const pixels = readNumber(width, 20, 2000) ?? DEFAULT_WIDTH
      return { width: Math.round(pixels), color: getBlockColor(color) }
    }),
    // Notion calls a header row `column_header`.
    headerRow: block.format.table_block_column_header === true || undefined,
    headerColumn: block.format.table_block_row_header === true || undefined,
  }
}

function prepareTableRow(row: Block, keys: string[], preparation: BlockContext): TableRow {
  const cells = keys.map((key) =>
    preparation.text(Object.hasOwn(row.properties, key) ? row.properties[key] : undefined),
  )
  return { cells, color: getBlockColor(row.format.block_color) }
}
