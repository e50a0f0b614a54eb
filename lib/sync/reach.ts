import type { Id } from '../workspace/record-map'
import type { SyncState } from './state'

/**
 * The pages that can be reached from the root, `without` some: over what pages hold and lead to, rows of collections, and what they
 * themselves name as parent, but for `silent` ones, which the workspace no longer tells of.
 */
export function reachablePages(
  { root, pages, collections }: SyncState,
  without: ReadonlySet<Id>,
  silent: ReadonlySet<Id>,
): Set<Id> {
  const held = new Map<Id, Id[]>()
  for (const [id, { parent }] of pages) {
    if (silent.has(id)) continue
    const siblings = held.get(parent)
    if (siblings === undefined) held.set(parent, [id])
    else siblings.push(id)
  }
  const reached = new Set<Id>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const page = pages.get(id)
    if (page === undefined || reached.has(id) || without.has(id)) continue
    reached.add(id)
    waiting.push(...page.leads, ...(held.get(id) ?? []))
    for (const collection of page.collections) {
      waiting.push(...(collections.get(collection)?.rows ?? []), ...(held.get(collection) ?? []))
    }
  }
  return reached
}

/** Ids that pages lead to and that are no known pages: not fetched yet, of other spaces, or not shared. */
export function unknownLeads({ pages, collections }: SyncState): Id[] {
  const found = new Set<Id>()
  for (const { leads } of pages.values()) for (const id of leads) if (!pages.has(id)) found.add(id)
  for (const { rows } of collections.values()) for (const id of rows) if (!pages.has(id)) found.add(id)
  return [...found]
}
