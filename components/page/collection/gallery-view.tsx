import { Card } from './card'
import { getShownRows } from './row'
import type { RowsProps } from './section'

/** Cards in columns. */
export function GalleryView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className={`collection-gallery ${view.cover?.size ?? 'medium'}`}>
      {getShownRows(data, section.rows, shown).map((row) => (
        <Card key={row[0]} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}
