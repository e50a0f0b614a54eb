import type { CollectionData, View } from '@/lib/page/collection/types'
import { Card } from './card'
import { shownRows } from './row'
import { GroupLabel, PagedRows, type RowsProps } from './section'

/** A column of cards for each group, side by side. */
export function BoardView({ data, view }: { data: CollectionData; view: View }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="collection-scroll" tabIndex={0} aria-label={view.name}>
      <div className={`collection-board ${view.cover?.size ?? 'medium'}`}>
        {view.sections.map((section, index) => (
          // Sections never move, so their places are their keys.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <section key={index} aria-label={section.label}>
            <header className="board-label">
              <GroupLabel section={section} />
            </header>
            <PagedRows rows={BoardCards} data={data} view={view} section={section} />
          </section>
        ))}
      </div>
    </section>
  )
}

function BoardCards({ data, view, section, shown }: RowsProps) {
  if (section.rows.length === 0) return null
  return (
    <ul>
      {shownRows(data, section.rows, shown).map((row) => (
        <Card key={row[0]} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}
