import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import type { BlockProps } from './block-props'
import type { TableRow } from './prepared-block'

/** A simple table, which scrolls if it is wider than the page. */
export function Table({ block }: BlockProps<'table'>) {
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
            <RichText text={cell} />
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
