import type { Column, Row, Total, View } from '@/lib/page/collection/types'
import { PlainLink } from '../link'
import { Cell } from './cell'
import { RowTitle, shownRows } from './row'
import type { RowsProps } from './section'
import { SortHeader } from './sorting'

/** A table that scrolls inside itself; its calculations stand at its foot. */
export function TableView({ data, view, section, shown }: RowsProps) {
  const columns = view.columns.map((index) => ({ index, column: data.columns[index] })).filter(isThere)
  const renderRow = (row: Row) => (
    <tr key={row[0]}>
      {columns.map(({ index, column }) =>
        index === data.titleColumn ? (
          <th key={index} scope="row">
            <RowTitle data={data} view={view} row={row} />
          </th>
        ) : (
          <td key={index} className={cellClass(column)}>
            <Cell column={column} cell={row[2][index]} link={PlainLink} />
          </td>
        ),
      )}
    </tr>
  )
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="collection-scroll" tabIndex={0} aria-label={section.label ?? view.name}>
      <table className={view.wrap ? 'collection-table wraps' : 'collection-table'} style={{ width: tableWidth(view) }}>
        <colgroup>
          {columns.map(({ index }, place) => (
            <col key={index} style={{ width: view.widths?.[place] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ index, column }) => (
              <SortHeader key={index} name={column.name} column={index} className={cellClass(column)} />
            ))}
          </tr>
        </thead>
        <tbody>{shownRows(data, section.rows, shown).map(renderRow)}</tbody>
        {section.totals && (
          <tfoot>
            <tr>
              {columns.map(({ index, column }, place) => (
                <td key={index} className={cellClass(column)}>
                  <TotalCell total={section.totals?.[place]} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

/** Columns keep their widths only in a table that has one. */
function tableWidth({ widths = [] }: View): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

function isThere(entry: { index: number; column: Column | undefined }): entry is { index: number; column: Column } {
  return entry.column !== undefined
}

/** Only numbers stand apart from the rest, so only they cost a class. */
function cellClass(column: Column): string | undefined {
  return column.kind === 'number' ? 'numeric' : undefined
}

function TotalCell({ total }: { total: Total | null | undefined }) {
  if (!total) return null
  const [label, value] = total
  return (
    <>
      <span className="total-label">{label}</span> {value}
    </>
  )
}
