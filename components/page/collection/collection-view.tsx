import { type ComponentType, Fragment } from 'react'
import type { CollectionData, View, ViewType } from '@/lib/page/collection/types'
import { BoardView } from './board-view'
import { GalleryView } from './gallery-view'
import { ListView } from './list-view'
import { GroupLabel, PagedRows, type RowsProps } from './section'
import { TableView } from './table-view'

const ROWS: Record<Exclude<ViewType, 'board'>, ComponentType<RowsProps>> = {
  table: TableView,
  gallery: GalleryView,
  list: ListView,
}

/** The rows of a view, in its groups. */
export function CollectionView({ data, view }: { data: CollectionData; view: View }) {
  const { type } = view
  if (view.sections.every((section) => section.rows.length === 0)) {
    return <p className="collection-empty">{data.labels.empty}</p>
  }
  if (type === 'board') return <BoardView data={data} view={view} />
  return view.sections.map((section, index) => (
    // Sections never move, so their places are their keys.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {section.label === undefined ? (
        <PagedRows rows={ROWS[type]} data={data} view={view} section={section} />
      ) : (
        <details className="collection-group" open>
          <summary>
            <GroupLabel section={section} />
          </summary>
          {section.rows.length > 0 && <PagedRows rows={ROWS[type]} data={data} view={view} section={section} />}
        </details>
      )}
    </Fragment>
  ))
}
