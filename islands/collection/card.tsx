import { memo } from 'react'
import { Cell } from '@/components/ui/cell'
import { getShownRows, RowFacts, type RowPartProps, RowTitle } from './row'
import type { RowsProps } from './section'

interface CardProps extends RowPartProps {
  as?: 'li' | 'div'
}

/** A row as a card. Only its title is a link, which covers the card, so that its properties can contain links. */
export const Card = memo(function Card({ data, view, row, as: Element = 'li' }: CardProps) {
  const { cover } = view
  const column = cover && data.columns[cover.column]
  const isTitled = view.columns.includes(data.titleColumn)
  return (
    <Element className={`card${cover && column ? ' has-cover' : ''}${view.isCompact ? ' is-compact' : ''}`}>
      {cover && column && (
        <div className={`card-cover ${cover.aspect === 'contain' ? 'contains' : ''}`}>
          <Cell column={column} cell={row.cells[cover.column]} />
        </div>
      )}
      <div className={isTitled ? 'card-title' : 'card-title is-hidden'}>
        <RowTitle data={data} view={view} row={row} />
      </div>
      <RowFacts data={data} view={view} row={row} />
    </Element>
  )
})

/** Cards in columns. */
export function GalleryView({ data, view, section, shown }: RowsProps) {
  return (
    <ul className={`collection-gallery ${view.cover?.size ?? 'medium'}`}>
      {getShownRows(data, section.rows, shown).map((row) => (
        <Card key={row.path} data={data} view={view} row={row} />
      ))}
    </ul>
  )
}
