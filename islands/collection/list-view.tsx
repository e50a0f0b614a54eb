import { memo } from 'react'
import { getShownRows, RowFacts, type RowPartProps, RowTitle, Subitems } from './row'
import type { RowsProps } from './section'

/** One row per line, with its properties at the end; in a feed with the beginning of its page below. */
export function ListView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className={view.type === 'feed' ? 'collection-list collection-feed' : 'collection-list'}>
      {getShownRows(data, section.rows, shown).map((row) => (
        <Line key={row.path} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}

const Line = memo(function Line(props: RowPartProps) {
  const { beginnings } = props.view
  const beginning = beginnings === undefined ? null : props.row.cells[beginnings]
  return (
    <li>
      <RowTitle {...props} />
      <RowFacts {...props} />
      {typeof beginning === 'string' && <p>{beginning}</p>}
      {props.view.nested && <Subitems {...props} />}
    </li>
  )
})
