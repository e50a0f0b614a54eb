import { pageIdIn } from '../ids'
import { viewFilter } from '../query/filters'
import type { Block, Collection, CollectionView, Id, RichText } from '../record-map'
import type { Remarks, ShownCollection, StoredPage } from '../stored'
import { BLOCK_TYPES, isViewType } from '../supported'
import { plainText } from '../text'
import { isTextCut } from './page-text'
import { tooCostlyIn } from './too-costly'

/** A table's rows are drawn with it. */
const DRAWN: ReadonlySet<string> = new Set([...BLOCK_TYPES, 'table_row'])
const DATABASES: ReadonlySet<string> = new Set(['collection_view', 'collection_view_page'])
/** More of one kind are not listed. */
const MOST = 100

/** Remarks on a page's own blocks; undefined when there is nothing to say. */
export function remarksOn(
  own: readonly Block[],
  stored: StoredPage,
  collections: Readonly<Record<Id, Collection>>,
): Remarks | undefined {
  const alive = own.filter((block) => block.alive)
  const addresses = alive.flatMap(addressesIn)
  const inner = new Set(addresses.filter((address) => !isFull(address)).map(pageIdIn))
  const databases = alive.map((block) => viewsOf(block, stored, collections))
  const views = databases.flat()
  // A database is nowhere to be seen when none of its views is drawn.
  const unseen = databases.flatMap((all) => (all.some(isDrawn) ? [] : all.map(({ type }) => `${type} view`)))
  const remarks: Remarks = {
    blocks: unique([...alive.map(({ type }) => type).filter((type) => !DRAWN.has(type)), ...unseen]),
    views: unique(views.filter((view) => !isDrawn(view)).map(({ type }) => type)),
    imagesWithoutAlt: alive.filter(lacksAlt).length,
    paths: unique(addresses.flatMap(pathIn)),
    addresses: unique(addresses.filter(isFull).flatMap((address) => pageIdIn(address) ?? [])).filter(
      (id) => !inner.has(id),
    ),
    reduced: tooCostlyIn(alive, MOST),
    filters: unique(views.filter(({ isFilterKnown }) => !isFilterKnown).map(({ name }) => name)),
    lacksViews: alive.some((block, at) => DATABASES.has(block.type) && databases[at]?.length === 0),
    shown: shownCollections(stored),
    isTextCut: isTextCut(stored),
  }
  return Object.values(remarks).some((value) => (Array.isArray(value) ? value.length > 0 : value)) ? remarks : undefined
}

function lacksAlt({ type, properties }: Block): boolean {
  // Where a caption says what is seen, it is read beside the picture.
  return (
    type === 'image' && [properties.alt_text, properties.caption].every((text) => plainText(text ?? []).trim() === '')
  )
}

function addressesIn({ properties }: Block): string[] {
  return Object.values(properties).flatMap((text: RichText) =>
    text.flatMap(([, formats = []]) =>
      formats.flatMap(([kind, value]) => {
        if (kind === 'p' && typeof value === 'string') return [`/${value}`]
        return kind === 'a' && typeof value === 'string' ? [value] : []
      }),
    ),
  )
}

const isFull = (address: string) => /^[a-z][a-z0-9+.-]*:/i.test(address)

/** The path of an address within the site, without what follows it; nothing for the id of a page. */
function pathIn(address: string): string[] {
  return address.startsWith('/') && pageIdIn(address) === undefined ? [address.replace(/[?#].*$/s, '')] : []
}

/** Also the collections that it shows in synced blocks of other pages. */
function shownCollections({ blocks, views }: StoredPage): ShownCollection[] {
  const shown = new Map<Id, ShownCollection>()
  for (const { type, alive, collection_id: collection, view_ids: ids = [] } of Object.values(blocks)) {
    if (!alive || !DATABASES.has(type) || collection === undefined) continue
    const before = shown.get(collection)
    const isDivided = (view: CollectionView | undefined) =>
      view?.type === 'board' && view.format.collection_group_by !== undefined
    const hasSubgroups = ids.some((id) => isDivided(views[id]))
    shown.set(collection, {
      collection,
      views: (before?.views ?? 0) + ids.length,
      hasSubgroups: before?.hasSubgroups === true || hasSubgroups,
    })
  }
  return [...shown.values()]
}

const isDrawn = ({ type }: ViewRemark) => isViewType(type)

interface ViewRemark {
  name: string
  type: string
  isFilterKnown: boolean
}

function viewsOf(
  { collection_id: id, view_ids = [] }: Block,
  stored: StoredPage,
  collections: Readonly<Record<Id, Collection>>,
): ViewRemark[] {
  const schema = collections[id ?? '']?.schema
  return view_ids.flatMap((viewId) => {
    const view = stored.views[viewId]
    if (view === undefined) return []
    const isFilterKnown = schema === undefined || viewFilter(view, { ...NOBODY, schema }).notes.length === 0
    return [{ name: view.name.trim() || view.type, type: view.type, isFilterKnown }]
  })
}

/** A world without rows: only what the filter says counts. */
const NOBODY = {
  read: () => undefined,
  names: { userName: () => undefined, pageTitle: () => undefined, timeZone: 'UTC', locale: 'en' },
  now: 0,
}

function unique<Value>(values: Value[]): Value[] {
  return [...new Set(values)].slice(0, MOST)
}
