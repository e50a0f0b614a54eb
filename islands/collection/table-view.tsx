import { memo, useMemo } from 'react'
import { Cell } from '@/components/ui/cell'
import type { CollectionData, Column, Total, View } from '@/islands/collection/data'
import { getShownRows, type RowPartProps, RowTitle, Subitems } from './row'
import { getRegionName, type RowsProps } from './section'
import { SortHeader } from './sorting'

/** A table in a scroll container, with its calculations in the footer. */
export function TableView({ data, view, section, shown }: RowsProps) {
  const columns = useMemo(() => getColumns(data, view), [data, view])
  return (
    // A scroll container must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="collection-scroll" tabIndex={0} aria-label={getRegionName(data, view, section)}>
      <table
        className={view.wrap === true ? 'collection-table wraps' : 'collection-table'}
        style={{ width: getTableWidth(view) }}
      >
        <colgroup>
          {columns.map(({ index }, place) => (
            <col key={index} style={{ width: view.widths?.[place] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ index, column }) => (
              <SortHeader key={index} name={column.name} className={getCellClass(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {getShownRows(data, section.rows, shown).map((row) => (
            <TableRow key={row.path} data={data} view={view} row={row} columns={columns} />
          ))}
        </tbody>
        {section.totals && (
          <tfoot>
            <tr>
              {columns.map(({ index, column }, place) => (
                <td key={index} className={getCellClass(column)}>
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

/** Memoized, so that rows are not rendered again when others are added. */
const TableRow = memo(function TableRow({ columns, ...props }: RowPartProps & { columns: TableColumn[] }) {
  const { data, view, row } = props
  return (
    <tr>
      {columns.map(({ index, column, wraps }) =>
        index === data.titleColumn ? (
          <th key={index} scope="row" className={getCellClass(column, wraps)}>
            <RowTitle {...props} />
            {view.nested && <Subitems {...props} />}
          </th>
        ) : (
          <td key={index} className={getCellClass(column, wraps)}>
            <Cell column={column} cell={row.cells[index]} />
          </td>
        ),
      )}
    </tr>
  )
})

/** Columns keep their widths only if the table has a width. */
function getTableWidth({ widths = [] }: View): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

interface TableColumn {
  index: number
  column: Column
  /** Whether long texts wrap. */
  wraps: boolean
}

function getColumns(data: CollectionData, { columns, wrap }: View): TableColumn[] {
  return columns.flatMap((index, place) => {
    const column = data.columns[index]
    return column === undefined ? [] : [{ index, column, wraps: Array.isArray(wrap) && wrap.includes(place) }]
  })
}

/** Most cells have no class, which keeps the HTML small. */
function getCellClass(column: Column, wraps = false): string | undefined {
  if (column.kind === 'number' || column.kind === 'meter') return 'numeric'
  return wraps ? 'wraps' : undefined
}

function TotalCell({ total }: { total: Total | null | undefined }) {
  if (!total) return null
  return (
    <>
      <span className="total-label">{total.label}</span> {total.value}
    </>
  )
}
