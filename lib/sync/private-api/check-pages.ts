import type { Id } from '../../workspace/record-map'
import { CallError } from '../errors'
import { GROUP_SIZE, splitIntoGroups } from '../groups'
import type { SyncState } from '../state'
import { addTables, createTables, getRecord } from '../tables'
import type { CheckedPages } from '../workspace-source'
import type { HostedWorkspace } from './hosted-workspace'
import { getStamp } from './responses'

/**
 * Requests the records of all known pages, a hundred per call, and fills the last call with other ids. Throws {@link CallError} if the
 * first call fails.
 */
export async function checkPages(
  { pages }: SyncState,
  others: readonly Id[],
  workspace: HostedWorkspace,
): Promise<CheckedPages> {
  const ids = [...pages.keys()]
  ids.push(...others.slice(0, (GROUP_SIZE - (ids.length % GROUP_SIZE)) % GROUP_SIZE))
  const checked: CheckedPages = {
    changed: new Map(),
    gone: new Set(),
    unlisted: new Set(),
    unknown: [],
    tables: createTables(),
    added: [],
  }
  const [first = [], ...rest] = splitIntoGroups(ids)
  addTables(checked.tables, await workspace.getBlocks(first, 'normal'))
  await Promise.all(
    rest.map(async (group) => {
      try {
        addTables(checked.tables, await workspace.getBlocks(group, 'normal'))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        for (const id of group) checked.unknown.push({ id, reason: error.message })
      }
    }),
  )

  const withoutRecord: Id[] = []
  const unknown = new Set(checked.unknown.map(({ id }) => id))
  for (const [id, { stamp }] of pages) {
    const entry = checked.tables.block.get(id)
    const block = getRecord(entry)
    if (block === undefined) {
      if (entry !== undefined) withoutRecord.push(id)
      else if (!unknown.has(id)) checked.unlisted.add(id)
    } else if (block.alive === false) checked.gone.add(id)
    else if (getStamp(block) !== stamp) checked.changed.set(id, getStamp(block))
  }
  for (const id of await findUnshared(withoutRecord, workspace)) checked.gone.add(id)
  return checked
}

/** Requests pages without a record again, and returns those that still have none. Pages of a call that fails are not returned. */
export async function findUnshared(ids: readonly Id[], workspace: HostedWorkspace): Promise<Id[]> {
  const found: Id[] = []
  for (const group of splitIntoGroups(ids)) {
    try {
      const { block } = await workspace.getBlocks(group, 'urgent')
      found.push(...group.filter((id) => block.has(id) && getRecord(block.get(id)) === undefined))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return found
}
