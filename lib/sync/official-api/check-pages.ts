import type { Id } from '../../workspace/record-map'
import { isDue } from '../failed-attempts'
import { findShownCollections } from '../reach'
import type { SyncState } from '../state'
import { createTables } from '../tables'
import type { CheckedPages } from '../workspace-source'
import type { OfficialClient } from './client'
import { getSourceStamp } from './databases'
import { findWiki, getDatabaseId, type Listing } from './listing'
import { createStamp, isOfficialStamp, isSameStamp, isUnsettled } from './pages'

/** Edits may be missing from a search for this long. */
const LAG_MS = 15 * 60_000
/** How often all pages are listed, to find those that are gone. */
const LISTING_INTERVAL_MS = 3_600_000
/** The maximum number of pages that are requested after a list of all pages did not contain them. Others follow after the next list. */
const MAX_MISSED = 50

/**
 * Finds the known pages that changed: one search if nothing did. Now and then all pages are listed, and known ones that are missing there
 * are requested. Throws {@link CallError} if a search fails.
 */
export async function checkPages(
  state: SyncState,
  { client, listing }: { client: OfficialClient; listing: Listing },
): Promise<CheckedPages> {
  const checked: CheckedPages = {
    ...{ changed: new Map(), gone: new Set(), unlisted: new Set(), unknown: [], tables: createTables(), added: [] },
  }
  const now = client.now()
  // An interrupted first sync lists all pages again.
  const isWhole = !state.marks.has('whole') || now - (state.clocks.get('listed') ?? 0) >= LISTING_INTERVAL_MS
  const since = isWhole ? 0 : (state.clocks.get('searched') ?? 0) - LAG_MS
  const { pages, sources } = await listing.search(since, 'normal')
  const shown = findShownCollections(state)
  const added: Id[] = []
  for (const id of pages) {
    const listed = listing.pages.get(id)
    if (listed === undefined) continue
    const { record } = listed
    checked.tables.block.set(id, record)
    const known = state.pages.get(id)
    if (known === undefined) {
      const parent = String(record.parent_id)
      if (state.pages.has(parent) || shown.has(parent)) added.push(id)
    } else if (!isSameStamp(known.stamp, createStamp(record, now))) checked.changed.set(id, undefined)
  }
  for (const id of sources) {
    const source = listing.sources.get(id)
    const stamp = source && getSourceStamp(source)
    const database = source && shown.has(findWiki(source) ?? '') ? getDatabaseId(source) : undefined
    if (database !== undefined && !state.pages.has(database)) added.push(database)
    // Each page has a copy of the record.
    for (const [page, { collections, sources }] of state.pages)
      if (collections.includes(id) && sources?.[id] !== stamp) checked.changed.set(page, undefined)
  }
  for (const [id, { stamp, edited }] of state.pages) {
    if (!isOfficialStamp(stamp) || isUnsettled(stamp, edited, now)) checked.changed.set(id, undefined)
  }
  for (const [id, attempts] of state.lost) {
    if (!state.pages.has(id)) state.delete('lost', id)
    else if (isDue(attempts)) checked.changed.set(id, undefined)
  }
  if (isWhole) for (const id of findMissed(new Set(pages), state, listing)) checked.changed.set(id, undefined)
  state.set('clocks', 'searched', now)
  if (isWhole) state.set('clocks', 'listed', now)
  return { ...checked, added }
}

/**
 * Returns known pages that a list of all pages does not contain, a different selection each time. Databases are listed
 * by their data sources.
 */
function findMissed(listed: ReadonlySet<Id>, state: SyncState, { sources }: Listing): Id[] {
  const databases = new Set(
    [...sources.values()].map(({ parent }) => (parent as { database_id?: Id } | null)?.database_id),
  )
  const missed = [...state.pages.keys()].filter((id) => !listed.has(id) && !databases.has(id))
  const turn = state.clocks.get('missed') ?? 0
  const start = turn < missed.length ? turn : 0
  state.set('clocks', 'missed', start + MAX_MISSED)
  return missed.slice(start, start + MAX_MISSED)
}
