import type { CollectionData, Section, View } from '@/islands/collection/data'
import { Card } from './card'
import { getShownRows } from './row'
import { GroupLabel, getRegionName, type HeadingLevel, PagedRows, type RowCounts, type RowsProps } from './section'

interface BoardViewProps {
  data: CollectionData
  view: View
  /** The board's columns. */
  sections: Section[]
  getRowCounts(section: Section): RowCounts
  headingLevel: HeadingLevel
  /** The group that it shows, if the view has several boards. */
  group?: Section
  load(): Promise<boolean>
}

/** A column of cards for each group, side by side. */
export function BoardView({ data, view, sections, getRowCounts, headingLevel, group, load }: BoardViewProps) {
  return (
    // A scroll container must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="collection-scroll" tabIndex={0} aria-label={getRegionName(data, view, group)}>
      <div className={`collection-board ${view.cover?.size ?? 'medium'}`}>
        {sections.map((section, index) => (
          // Sections never move, so their indexes are their keys.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <section key={index} className={section.total === 0 ? 'is-empty' : undefined}>
            {section.label !== undefined && (
              <header className="board-label">
                <GroupLabel section={section} level={headingLevel} />
              </header>
            )}
            <PagedRows
              rows={BoardCards}
              data={data}
              view={view}
              section={section}
              {...getRowCounts(section)}
              load={load}
            />
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
      {getShownRows(data, section.rows, shown).map((row) => (
        <Card key={row.path} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}
