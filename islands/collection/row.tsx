import { Cell } from '@/components/ui/cell'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import type { CollectionData, Row, View } from '@/islands/collection/data'

const cached = new WeakMap<View, ReadonlyMap<Row, Row[]>>()

/** Returns the sub-items of the rows of a view. Cached, because each row reads it. */
function getSubitems({ rows }: CollectionData, view: View): ReadonlyMap<Row, Row[]> {
  const known = cached.get(view)
  if (known !== undefined) return known
  const found = new Map<Row, Row[]>()
  for (const { row: index, subitems } of view.nested ?? []) {
    const row = rows[index]
    const below = subitems.flatMap((each) => rows.slice(each, each + 1))
    if (row !== undefined && below.length > 0) found.set(row, below)
  }
  cached.set(view, found)
  return found
}

export interface RowPartProps {
  data: CollectionData
  view: View
  row: Row
}

/** The link to a row's page, with its icon. */
export function RowTitle({ data, view, row: { path, icon, cells } }: RowPartProps) {
  const column = data.columns[data.titleColumn]
  const title = cells[data.titleColumn]
  const shownIcon = view.hideIcons ? undefined : icon
  return (
    // The title wraps beside its icon, which is on the side where its text begins.
    <Link href={path} className="row-title" dir={shownIcon ? 'auto' : undefined}>
      {shownIcon && <PageIcon icon={shownIcon} />}
      {column && title ? <Cell column={column} cell={title} /> : data.labels.untitled}
    </Link>
  )
}

/** The sub-items of a row in a closed toggle, with their properties. Nothing for a row without sub-items. */
export function Subitems({ data, view, row }: RowPartProps) {
  const rows = getSubitems(data, view).get(row)
  if (rows === undefined) return null
  return (
    <details className="row-subitems">
      <summary>{data.labels.subitems.replace('#', String(rows.length))}</summary>
      <ul>
        {rows.map((each) => (
          <li key={each.path}>
            <RowTitle data={data} view={view} row={each} />
            <RowFacts data={data} view={view} row={each} />
            <Subitems data={data} view={view} row={each} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The properties of a row, without empty ones. Their names are for screen readers only. */
export function RowFacts({ data, view, row: { cells } }: RowPartProps) {
  const facts = view.columns.flatMap((index) => {
    const column = data.columns[index]
    const cell = cells[index]
    return index === data.titleColumn || column === undefined || cell === undefined || cell === null
      ? []
      : [{ index, column, cell }]
  })
  if (facts.length === 0) return null
  return (
    <dl className="row-facts">
      {facts.map(({ index, column, cell }) => (
        <div key={index} className={`cell-${column.kind}`}>
          <dt className={column.kind === 'checkbox' ? undefined : 'visually-hidden'}>{column.name}</dt>
          <dd>
            <Cell column={column} cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the rows of a section that are shown. */
export function getShownRows(data: CollectionData, indexes: number[], shown: number): Row[] {
  return indexes
    .slice(0, shown)
    .map((index) => data.rows[index])
    .filter((row) => row !== undefined)
}
