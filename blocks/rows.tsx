import { renderToStaticMarkup } from 'react-dom/server'
import { CollectionView } from '@/islands/collection/collection-view'
import type { CollectionData, View } from '@/lib/page/wire/collection'

/** Nothing is left to load. */
const load = () => Promise.resolve(true)

/** Renders all rows of a view as HTML, without interaction. */
export function renderRows(data: CollectionData, view: View): string {
  return renderToStaticMarkup(
    <section className="collection">
      <CollectionView data={data} view={view} headingLevel={2} load={load} showsAllRows />
    </section>,
  )
}
