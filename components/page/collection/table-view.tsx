import { memo, useMemo } from 'react'
import type { CollectionData, Column, Total, View } from '@/lib/page/wire/collection'
import { Cell } from './cell'
import { type RowPartProps, RowTitle, shownRows } from './row'
import { type RowsProps, regionName } from './section'
import { SortHeader } from './sorting'

/** A table that scrolls inside itself; its calculations stand at its foot. */
export function TableView({ data, view, section, shown }: RowsProps) {
  const columns = useMemo(() => columnsOf(data, view), [data, view])
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="collection-scroll" tabIndex={0} aria-label={regionName(data, view, section)}>
      <table
        className={view.wrap === true ? 'collection-table wraps' : 'collection-table'}
        style={{ width: tableWidth(view) }}
      >
        <colgroup>
          {columns.map(({ index }, place) => (
            <col key={index} style={{ width: view.widths?.[place] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ index, column }) => (
              <SortHeader key={index} name={column.name} className={cellClass(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows(data, section.rows, shown).map((row) => (
            <TableRow key={row[0]} data={data} view={view} row={row} columns={columns} />
          ))}
        </tbody>
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

/** A row that is drawn stays as it is when others join it. */
const TableRow = memo(function TableRow({ columns, ...props }: RowPartProps & { columns: TableColumn[] }) {
  const { data, row } = props
  return (
    <tr>
      {columns.map(({ index, column, wraps }) =>
        index === data.titleColumn ? (
          <th key={index} scope="row" className={cellClass(column, wraps)}>
            <RowTitle {...props} />
          </th>
        ) : (
          <td key={index} className={cellClass(column, wraps)}>
            <Cell column={column} cell={row[2][index]} />
          </td>
        ),
      )}
    </tr>
  )
})

/** Columns keep their widths only in a table that has one. */
function tableWidth({ widths = [] }: View): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

interface TableColumn {
  index: number
  column: Column
  /** Its long texts go on in further lines, unlike those of others. */
  wraps: boolean
}

function columnsOf(data: CollectionData, { columns, wrap }: View): TableColumn[] {
  return columns.flatMap((index, place) => {
    const column = data.columns[index]
    return column === undefined ? [] : [{ index, column, wraps: Array.isArray(wrap) && wrap.includes(place) }]
  })
}

/** Only what stands apart from the rest costs a class. */
function cellClass(column: Column, wraps = false): string | undefined {
  if (column.kind === 'number') return 'numeric'
  return wraps ? 'wraps' : undefined
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
