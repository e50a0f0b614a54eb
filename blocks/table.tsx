import type { TableRow as MarkdownRow } from 'mdast'
import { usePageMessages } from '@/components/ui/page-messages'
import { getBlockColor, readNumber, readRecord } from '@/lib/page/read-values'
import type { Block } from '@/lib/workspace/record-map'
import type { BlockContext, BlockFamily, BlockProps, Content, PrepareBlock, ToAbsolute } from './block-family'
import { BlockText } from './block-parts'
import { convertText } from './phrasing'
import type { PreparedBlockOf, TableRow } from './prepared-block'

const DEFAULT_WIDTH = 120

/**
 * A simple table. Its first row, its first column or both may be headers. Tables that set something for the site are never shown, see
 * `isSiteTable`.
 */
const prepareTable: PrepareBlock = (block, preparation) => {
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

/** A simple table, which scrolls if it is wider than the page. */
function Table({ block }: BlockProps<'table'>) {
  const { rows, columns, headerRow, headerColumn } = block
  const messages = usePageMessages().body
  const row = ({ cells, color }: TableRow, index: number) => (
    <tr key={index} className={color && `notion-${color}`}>
      {cells.map((cell, column) => {
        const isHeading = headerRow !== undefined && index === 0
        const isHeader = isHeading || (headerColumn !== undefined && column === 0)
        // An empty cell is not a header.
        const Cell = isHeader && cell !== '' ? 'th' : 'td'
        const tint = columns[column]?.color
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            key={column}
            scope={Cell === 'td' ? undefined : isHeading ? 'col' : 'row'}
            className={tint && `notion-${tint}`}
          >
            <BlockText text={cell} />
          </Cell>
        )
      })}
    </tr>
  )
  const [first, ...rest] = rows
  return (
    // biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
    <div className="block-table" role="group" tabIndex={0} aria-label={messages.table}>
      <table>
        <colgroup>
          {columns.map(({ width }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        {headerRow && first && <thead>{row(first, 0)}</thead>}
        <tbody>{(headerRow ? rest : rows).map((each, index) => row(each, headerRow ? index + 1 : index))}</tbody>
      </table>
    </div>
  )
}

function convertTable({ rows, headerRow }: PreparedBlockOf<'table'>, toAbsolute: ToAbsolute): Content {
  const tableRows = rows.map(
    ({ cells }): MarkdownRow => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: convertText(cell, toAbsolute) })),
    }),
  )
  const empty: MarkdownRow = {
    type: 'tableRow',
    children: (rows[0]?.cells ?? []).map(() => ({ type: 'tableCell', children: [] })),
  }
  return { type: 'table', children: headerRow ? tableRows : [empty, ...tableRows] }
}

export const TABLES = {
  prepare: { table: prepareTable },
  outputs: { table: { Html: Table, toMarkdown: (block, { toAbsolute }) => [convertTable(block, toAbsolute)] } },
} satisfies BlockFamily
