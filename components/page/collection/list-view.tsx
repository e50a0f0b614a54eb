import { RowFacts, RowTitle, shownRows } from './row'
import type { RowsProps } from './section'

/** A row a line, its properties at the end of it. */
export function ListView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className="collection-list">
      {shownRows(data, section.rows, shown).map((row) => (
        <li key={row[0]}>
          <RowTitle data={data} view={view} row={row} />
          <RowFacts data={data} view={view} row={row} />
        </li>
      ))}
    </ul>
  )
}
