import { findShownProperties } from '../../workspace/read/shown-properties'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { combineAccess, reduceToReaders } from '../access'
import type { Access, SiteIndex, SitePage } from '../site-index'

interface ShownByInput {
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
}

/**
 * Adds who may see the files that only other pages than those of the rows show: readers of a page that shows their property. In a synced
 * block of another page, they must be readers of that page, too.
 */
export function addShownBy(
  found: SiteIndex['collections'],
  sitePages: readonly SitePage[],
  synced: SiteIndex['synced'],
  { pages, collections }: ShownByInput,
) {
  const needed = new Map<Id, Set<string>>()
  for (const { collection, propertyFiles } of sitePages) {
    if (collection === undefined || propertyFiles === undefined) continue
    const properties = needed.get(collection) ?? new Set()
    for (const property of Object.keys(propertyFiles)) properties.add(property)
    needed.set(collection, properties)
  }
  if (needed.size === 0) return
  type Shown = Pick<PageRecord, 'block' | 'shownProperties'>
  const readers = new Map<string, { access: Access; records: Shown[] }>()
  const add = (record: Shown, own: Access) => {
    const access = reduceToReaders(own)
    if (access === undefined) return
    const key = JSON.stringify(access)
    const group = readers.get(key) ?? { access, records: [] }
    group.records.push(record)
    readers.set(key, group)
  }
  const byId = new Map(sitePages.map((page) => [page.id, page]))
  for (const page of sitePages) {
    const { block, shownProperties, copiedProperties, synced: copies } = pages.get(page.id) ?? {}
    if (block === undefined || copies === undefined) continue
    add({ block, shownProperties }, page.access)
    if (copiedProperties === undefined) continue
    const owners = copies.map((container) => byId.get(synced[container] ?? '')?.access)
    if (owners.includes(undefined)) continue
    const access = owners.reduce<Access>((all, each) => (each ? combineAccess(all, each) : all), page.access)
    add({ block, shownProperties: copiedProperties }, access)
  }
  const groups = [...readers.values()].map(({ access, records }) => {
    return { access, shown: findShownProperties(records, collections) }
  })
  for (const [id, properties] of needed) {
    const collection = found[id]
    if (collection === undefined) continue
    const listReaders = (property: string) =>
      groups
        .flatMap(({ access, shown }) => (shown.get(id)?.has(property) ? [access] : []))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    collection.shownBy = Object.fromEntries([...properties].map((property) => [property, listReaders(property)]))
  }
}
