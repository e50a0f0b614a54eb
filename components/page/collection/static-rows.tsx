'use client'

import type { CollectionData, View } from '@/lib/page/wire/collection'
import { CollectionView } from './collection-view'

/** Nothing is left to load. */
const load = () => Promise.resolve(true)

/** All rows of a view, without interaction. */
export function StaticRows({ data, view }: { data: CollectionData; view: View }) {
  return (
    <section className="collection">
      <CollectionView data={data} view={view} headingLevel={2} load={load} showsAllRows />
    </section>
  )
}
