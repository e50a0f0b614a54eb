import { memo } from 'react'
import { RowFacts, type RowPartProps, RowTitle, shownRows } from './row'
import type { RowsProps } from './section'

/** A row a line, its properties at the end of it. */
export function ListView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className="collection-list">
      {shownRows(data, section.rows, shown).map((row) => (
        <Line key={row[0]} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}

const Line = memo(function Line(props: RowPartProps) {
  return (
    <li>
      <RowTitle {...props} />
      <RowFacts {...props} />
    </li>
  )
})
