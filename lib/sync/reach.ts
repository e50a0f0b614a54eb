import type { Id } from '../workspace/record-map'
import type { SyncState } from './state'

/**
 * Returns the pages that can be reached from the root pages, `without` some: by children, links and rows of
 * collections, and by the parents that pages name themselves. The parents of `unlisted` pages do not count, because the
 * workspace no longer lists those pages.
 */
function findReachablePages(
  { roots, pages, collections }: SyncState,
  without: ReadonlySet<Id>,
  unlisted: ReadonlySet<Id>,
): Set<Id> {
  const childrenByParent = new Map<Id, Id[]>()
  for (const [id, { parent }] of pages) {
    if (unlisted.has(id)) continue
    const siblings = childrenByParent.get(parent)
    if (siblings === undefined) childrenByParent.set(parent, [id])
    else siblings.push(id)
  }
  const reached = new Set<Id>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const page = pages.get(id)
    if (page === undefined || reached.has(id) || without.has(id)) continue
    reached.add(id)
    waiting.push(...page.leads, ...(childrenByParent.get(id) ?? []))
    for (const collection of page.collections) {
      waiting.push(...(collections.get(collection)?.rows ?? []), ...(childrenByParent.get(collection) ?? []))
    }
  }
  return reached
}

/** Returns the collections that known pages show. The state also has others, whose rows do not belong to the site. */
export const findShownCollections = ({ pages }: SyncState): Set<Id> =>
  new Set([...pages.values()].flatMap((page) => page.collections))

/** Returns ids that known pages link to, of objects that were not fetched yet, are in another workspace, or are not shared. */
export function findUnknownLeads(state: SyncState): Id[] {
  const { pages, collections } = state
  const leads = [...pages.values()].flatMap((page) => page.leads)
  const rows = [...findShownCollections(state)].flatMap((id) => collections.get(id)?.rows ?? [])
  return [...new Set([...leads, ...rows])].filter((id) => !pages.has(id))
}

/** The pages that a run removes from the snapshot. */
export interface LossResult {
  /** Known pages that are probably missing by mistake. They keep their last good copies. */
  kept: ReadonlySet<Id>
  /** The pages that can be reached. */
  reached: ReadonlySet<Id>
  /** Why pages are kept: one sentence for operators. */
  refusal?: string
}

/**
 * Finds which known pages a run would lose, and keeps them if that looks like a mistake: root pages always, and all others if they
 * are more than half of the pages. With `acceptLoss` nothing is kept.
 */
export function limitLoss(
  state: SyncState,
  known: ReadonlyMap<Id, unknown>,
  { gone, unlisted, acceptLoss }: { gone: ReadonlySet<Id>; unlisted: ReadonlySet<Id>; acceptLoss: boolean },
): LossResult {
  const isRootKept = state.roots.some((root) => gone.has(root)) && !acceptLoss
  const without = isRootKept ? new Set([...gone].filter((id) => !state.roots.includes(id))) : gone
  const reached = findReachablePages(state, without, unlisted)
  const lost = new Set([...known.keys()].filter((id) => !reached.has(id)))
  const isTooMuch = lost.size * 2 > known.size && !acceptLoss
  const kept = isTooMuch ? lost : new Set<Id>()
  const what = [...(isRootKept ? ['the root page'] : []), ...(isTooMuch ? [`${lost.size} of ${known.size} pages`] : [])]
  if (what.length === 0) return { kept, reached }
  const refusal = `The workspace no longer shows ${what.join(' and ')}, so the last good copy is kept and only other changes are published; if the loss is meant, run the sync once with --accept-loss`
  return { kept, reached, refusal }
}
