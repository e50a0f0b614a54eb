import type { CollectionData, Row, View } from './collection'

const cached = new WeakMap<View, ReadonlyMap<Row, Row[]>>()

/** Returns the sub-items of the rows of a view. Cached, because each row reads it. */
export function getSubitems({ rows }: CollectionData, view: View): ReadonlyMap<Row, Row[]> {
  const known = cached.get(view)
  if (known !== undefined) return known
  const found = new Map<Row, Row[]>()
  for (const [index, subitems] of view.nested ?? []) {
    const row = rows[index]
    const below = subitems.flatMap((each) => rows.slice(each, each + 1))
    if (row !== undefined && below.length > 0) found.set(row, below)
  }
  cached.set(view, found)
  return found
}
