import { getRelatedCollection } from '../query/relations'
import type { Block, Collection, CollectionView, Id, PropertySchema } from '../record-map'
import type { PageRecord, StoredPage } from '../stored'
import { isViewType, VIEW_TYPES, type ViewType } from '../supported'
import { isObject } from '../values'
import { collectContentIds } from './split'

/** The source of a card's picture: the page's cover, its content, or a files property. */
export type CoverSource = { kind: 'page' } | { kind: 'content' } | { kind: 'property'; property: string }

/** Returns the properties that a view lists, with their settings. An empty list of a table stands for all of them. */
export function readListedProperties({ format }: CollectionView, type: string): Record<string, unknown>[] {
  const listed = format[`${type}_properties`]
  return Array.isArray(listed) ? listed.filter(isObject) : []
}

/** Returns from where a view takes the pictures of its cards; undefined if it shows none. */
export function readCoverSource({ format }: CollectionView, type: ViewType): CoverSource | undefined {
  if (!VIEW_TYPES[type].hasCovers) return undefined
  const cover = format[`${type}_cover`]
  const { type: kind, property } = isObject(cover) ? cover : {}
  if (kind === 'page_cover') return { kind: 'page' }
  if (kind === 'page_content' || kind === 'page_content_first') return { kind: 'content' }
  const id = typeof property === 'string' ? property.trim() : ''
  return (kind === 'property' || kind === 'file') && id !== '' ? { kind: 'property', property: id } : undefined
}

/** Returns the properties that the views on a page show, in its own content and in synced blocks of other pages. */
export function readShownProperties(page: StoredPage): Pick<PageRecord, 'shownProperties' | 'copiedProperties'> {
  const own = collectContentIds(page).add(page.id)
  const list = (isOwn: boolean) =>
    listProperties(
      Object.values(page.blocks).filter(({ id }) => own.has(id) === isOwn),
      page,
    )
  const [shown, copied] = [list(true), list(false)]
  return { ...(shown && { shownProperties: shown }), ...(copied && { copiedProperties: copied }) }
}

function listProperties(blocks: readonly Block[], { views }: StoredPage): PageRecord['shownProperties'] {
  const shown: NonNullable<PageRecord['shownProperties']> = {}
  for (const { collection_id, view_ids = [] } of blocks) {
    if (collection_id === undefined) continue
    for (const id of view_ids) {
      const known = shown[collection_id]
      const more = known === 'all' ? known : listViewProperties(views[id])
      if (more !== undefined) shown[collection_id] = more === 'all' ? more : [...new Set([...(known ?? []), ...more])]
    }
  }
  return Object.keys(shown).length > 0 ? shown : undefined
}

function listViewProperties(view: CollectionView | undefined): string[] | 'all' | undefined {
  // A chart may name rows, but shows no files.
  if (view === undefined || !isViewType(view.type) || view.type === 'chart') return undefined
  const listed = readListedProperties(view, view.type)
  if (listed.length === 0 && view.type === 'table') return 'all'
  const cover = readCoverSource(view, view.type)
  const ids = listed.flatMap(({ property, visible }) =>
    typeof property === 'string' && visible !== false ? [property] : [],
  )
  return cover?.kind === 'property' ? [...ids, cover.property] : ids
}

/** The ids of properties that are shown, by collection. */
export type ShownProperties = ReadonlyMap<Id, ReadonlySet<string>>

/** Returns all properties that the pages show: those of their databases, and those of the headers of rows. */
export function findShownProperties(
  pages: Iterable<Pick<PageRecord, 'block' | 'shownProperties' | 'copiedProperties'>>,
  collections: ReadonlyMap<Id, Collection>,
): ShownProperties {
  const shown = new Map<Id, Set<string>>()
  const waiting: [collection: Id, property: string][] = []
  const add = (collection: Id, property: string) => {
    const ids = shown.get(collection) ?? new Set()
    shown.set(collection, ids)
    if (ids.has(property)) return
    ids.add(property)
    waiting.push([collection, property])
  }
  const withRows = new Set<Id>()
  for (const { block, shownProperties = {}, copiedProperties = {} } of pages) {
    if (!block.alive) continue
    if (block.parent_table === 'collection') withRows.add(block.parent_id)
    for (const [id, listed] of [...Object.entries(shownProperties), ...Object.entries(copiedProperties)]) {
      const all = listed === 'all' ? Object.keys(collections.get(id)?.schema ?? {}) : listed
      for (const property of all) add(id, property)
    }
  }
  for (const id of withRows) {
    const collection = collections.get(id)
    if (collection !== undefined) for (const each of getHeadProperties(collection)) add(id, each.id)
  }
  addRollupTargets(waiting, add, collections)
  return shown
}

/** Adds the properties that shown rollups read. Takes time linear in the number of properties. */
function addRollupTargets(
  waiting: [collection: Id, property: string][],
  add: (collection: Id, property: string) => void,
  collections: ReadonlyMap<Id, Collection>,
) {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [id, property] = next
    const schema = collections.get(id)?.schema ?? {}
    const { type, more = {} } = (Object.hasOwn(schema, property) && schema[property]) || {}
    const { relation_property: relation, target_property: target } = more
    if (type !== 'rollup' || typeof relation !== 'string' || typeof target !== 'string') continue
    const related = Object.hasOwn(schema, relation) ? schema[relation] : undefined
    const to = related && getRelatedCollection(related)
    add(to !== undefined && collections.has(to) ? to : id, target)
  }
}

/** Whether a property has content that a visitor can read. A button is a control for editors. */
export function isReadable(schema: PropertySchema | undefined): schema is PropertySchema {
  return schema !== undefined && schema.type !== 'button'
}

export interface HeadProperty {
  id: string
  schema: PropertySchema
}

/** Returns the visible properties in the header of a row's page: first those that the collection arranges, then the others. */
export function getHeadProperties({ schema, format }: Collection): HeadProperty[] {
  const arranged = readRecords(format.collection_page_properties)
  const hidden = new Set<unknown>(arranged.filter(({ visible }) => visible === false).map(({ property }) => property))
  const visibility = new Map(readRecords(format.property_visibility).map((each) => [each.property, each.visibility]))
  const ids = new Set<unknown>([...arranged.map(({ property }) => property), ...Object.keys(schema)])
  return [...ids].flatMap((id) => {
    const property = typeof id === 'string' && Object.hasOwn(schema, id) ? schema[id] : undefined
    if (typeof id !== 'string' || !isReadable(property) || hidden.has(id) || visibility.get(id) === 'hide') return []
    return [{ id, schema: property }]
  })
}

const readRecords = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
