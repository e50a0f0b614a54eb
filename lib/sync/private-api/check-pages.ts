import type { Id } from '../../workspace/record-map'
import { CallError } from '../errors'
import type { SyncState } from '../state'
import { addTables, emptyTables, recordIn, stampOf, type Tables } from './answers'
import type { HostedWorkspace } from './hosted-workspace'

/** Pages that one call asks about. */
export const CHECKED_AT_ONCE = 100

export interface Checked {
  /** New stamps of pages that changed. */
  changed: Map<Id, string>
  /** In the bin, or listed twice without a record. */
  gone: Set<Id>
  /** Pages that an answer which should have listed them did not. */
  unlisted: Set<Id>
  /** Pages of which nothing was learned. */
  unknown: { id: Id; reason: string }[]
  tables: Tables
}

/**
 * Asks about all known pages, a hundred in a call, and about some others in the room that is left. Throws {@link CallError} when
 * already the first call fails.
 */
export async function checkPages(
  { pages }: SyncState,
  others: readonly Id[],
  workspace: HostedWorkspace,
): Promise<Checked> {
  const ids = [...pages.keys()]
  ids.push(...others.slice(0, (CHECKED_AT_ONCE - (ids.length % CHECKED_AT_ONCE)) % CHECKED_AT_ONCE))
  const checked: Checked = {
    changed: new Map(),
    gone: new Set(),
    unlisted: new Set(),
    unknown: [],
    tables: emptyTables(),
  }
  const [first = [], ...rest] = inGroups(ids)
  addTables(checked.tables, await workspace.blocks(first, 'normal'))
  await Promise.all(
    rest.map(async (group) => {
      try {
        addTables(checked.tables, await workspace.blocks(group, 'normal'))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        for (const id of group) checked.unknown.push({ id, reason: error.message })
      }
    }),
  )

  const empty: Id[] = []
  const unasked = new Set(checked.unknown.map(({ id }) => id))
  for (const [id, { stamp }] of pages) {
    const entry = checked.tables.block.get(id)
    const block = recordIn(entry)
    if (block === undefined) {
      if (entry !== undefined) empty.push(id)
      else if (!unasked.has(id)) checked.unlisted.add(id)
    } else if (block.alive === false) checked.gone.add(id)
    else if (stampOf(block) !== stamp) checked.changed.set(id, stampOf(block))
  }
  for (const id of await stillNotShared(empty, workspace)) checked.gone.add(id)
  return checked
}

/** Of pages that were listed without a record, those that are so again. Without an answer none is. */
export async function stillNotShared(ids: readonly Id[], workspace: HostedWorkspace): Promise<Id[]> {
  const found: Id[] = []
  for (const group of inGroups(ids)) {
    try {
      const { block } = await workspace.blocks(group, 'urgent')
      found.push(...group.filter((id) => block.has(id) && recordIn(block.get(id)) === undefined))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return found
}

export function inGroups(ids: readonly Id[]): Id[][] {
  const count = Math.ceil(ids.length / CHECKED_AT_ONCE)
  return Array.from({ length: count }, (_, index) => ids.slice(index * CHECKED_AT_ONCE, (index + 1) * CHECKED_AT_ONCE))
}
