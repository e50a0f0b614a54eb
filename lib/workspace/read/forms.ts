import type { Id } from '../record-map'
import type { PageRecord, StoredPage } from '../stored'

/** Returns the collections of which a page shows only forms; undefined if there are none. Their rows were submitted by visitors and are not published. */
export function readForms({ blocks, views }: StoredPage): Pick<PageRecord, 'forms'> {
  const found = new Map<Id, boolean>()
  for (const { alive, collection_id: id, view_ids = [] } of Object.values(blocks)) {
    const types = view_ids.flatMap((view) => views[view]?.type ?? [])
    // A view that is missing shows nothing, and those of a dashboard are in blocks of their own.
    if (!alive || id === undefined || types.length === 0) continue
    const isForm = types.every((type) => type === 'form')
    found.set(id, isForm && found.get(id) !== false)
  }
  const forms = [...found].flatMap(([id, isForm]) => (isForm ? [id] : []))
  return forms.length > 0 ? { forms } : {}
}

/** Returns the collections of which none of these pages shows more than forms. */
export function findFormCollections(pages: Iterable<Pick<PageRecord, 'collections' | 'forms'>>): ReadonlySet<Id> {
  const [forms, others] = [new Set<Id>(), new Set<Id>()]
  for (const page of pages) {
    for (const id of page.collections) (page.forms?.includes(id) ? forms : others).add(id)
  }
  for (const id of others) forms.delete(id)
  return forms
}
