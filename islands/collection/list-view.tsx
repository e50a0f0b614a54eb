import { memo } from 'react'
import { getShownRows, RowFacts, type RowPartProps, RowTitle, Subitems } from './row'
import type { RowsProps } from './section'

/** One row per line, with its properties at the end. */
export function ListView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className="collection-list">
      {getShownRows(data, section.rows, shown).map((row) => (
        <Line key={row.path} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}

const Line = memo(function Line(props: RowPartProps) {
  return (
    <li>
      <RowTitle {...props} />
      <RowFacts {...props} />
      {props.view.nested && <Subitems {...props} />}
    </li>
  )
})
