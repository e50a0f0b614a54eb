import type { Id } from '../workspace/record-map'
import { SyncRefusal } from './errors'
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

/** Throws {@link SyncRefusal} when so much would be lost that it looks like a mistake. */
export function refuseLoss(lost: ReadonlySet<Id>, known: number, root: Id): void {
  const flag = 'if that is meant, run it once with --accept-loss'
  if (lost.has(root)) throw new SyncRefusal(`The root page is gone from the workspace, so nothing was changed; ${flag}`)
  if (lost.size * 2 > known) {
    throw new SyncRefusal(`${lost.size} of ${known} pages are gone from the workspace, so nothing was changed; ${flag}`)
  }
}
