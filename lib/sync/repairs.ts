import 'server-only'
import { hashFile } from '../snapshot/regular-file'
import type { Id } from '../workspace/record-map'
import { splitIntoGroups } from './caller'
import type { Crawl } from './crawl'
import { CallError } from './errors'
import { getLastingAddress } from './files/shown-files'
import { countFailure, isDue, type KnownFile, type SyncState } from './state'
import { getRecord, type Tables } from './tables'
import type { SyncTools } from './tools'
import type { FetchedPage } from './workspace-source'

/** How often a first sync requests ids that no response contains before it counts as finished. */
const ENOUGH_ATTEMPTS = 3

/** Queues pages whose record maps in the snapshot are missing or altered, and marks such media files for {@link queueFiles}. */
export async function queueDamaged(crawl: Crawl, tools: SyncTools): Promise<void> {
  const { state, store } = tools
  for (const group of splitIntoGroups([...state.pages.keys()])) await Promise.all(group.map((id) => store.verify(id)))
  for (const [id, { hash }] of state.pages) if (hash === '') crawl.add(id)
  for (const group of splitIntoGroups([...state.files.keys()])) {
    await Promise.all(group.map((key) => verifyFile(key, state.files.get(key), tools)))
  }
}

/** Compares a file with its hash, unless it has not changed since the last comparison. */
async function verifyFile(key: string, known: KnownFile | undefined, { state, folder }: SyncTools): Promise<void> {
  if (known?.file === undefined) return
  const fingerprint = await folder.getFingerprint(known.file)
  if (fingerprint !== undefined && fingerprint === known.fingerprint) return
  const hash = fingerprint && (await hashFile(folder.getPath(known.file)).catch(() => undefined))
  if (hash === known.hash) state.set('files', key, { ...known, fingerprint, failed: undefined })
  else if (known.failed === undefined) {
    state.set('files', key, { ...known, fingerprint: undefined, failed: { reason: 'it was damaged', times: 0, at: 0 } })
  }
}

/** Writes the previews of new files into all pages that show them. */
export async function addMissingPreviews({ state, store }: SyncTools): Promise<void> {
  const added = new Set([...state.newFiles].filter((key) => state.files.get(key)?.preview !== undefined))
  // More files may arrive while this runs.
  state.newFiles.clear()
  if (added.size === 0) return
  try {
    for (const [id, { files }] of state.pages) {
      if (Object.keys(files).some((address) => added.has(getLastingAddress(address)))) await store.addPreviews(id)
    }
  } catch (error) {
    // The next run writes the others.
    for (const key of added) state.newFiles.add(key)
    throw error
  }
}

/** Loads the files that pages show and that are missing, damaged, or due for another attempt. */
export async function queueFiles({ state, store, files }: SyncTools): Promise<void> {
  for (const [id, page] of state.pages) {
    if (!Object.keys(page.files).some((address) => files.isWanted(address))) continue
    try {
      files.add(id, await store.getFiles(id))
    } catch (error) {
      // A page that an earlier version stored may not be readable. Its files are skipped.
      if (!(error instanceof CallError)) throw error
    }
  }
}

/**
 * Requests ids again that no earlier response contained, and fetches the pages that lack them once there is a record. Ids in `tables`
 * need no call. The pause before the next attempt doubles with each one.
 */
export async function requestUnanswered(crawl: Crawl, { state, source }: SyncTools, tables?: Tables): Promise<void> {
  const use = (id: Id, entry: unknown) => {
    const page = state.unanswered.get(id)?.page
    // The entry of a page stays until that page has been fetched with it.
    if (page === undefined || getRecord(entry) === undefined) state.delete('unanswered', id)
    else crawl.add(page)
  }
  for (const [id, { page }] of state.unanswered) {
    if (page !== undefined && !state.pages.has(page)) state.delete('unanswered', id)
    else if (tables?.block.has(id)) use(id, tables.block.get(id))
  }
  const due: Id[] = []
  for (const [id, attempts] of state.unanswered) {
    if (!isDue(attempts)) continue
    // Fetching a page also requests the rows of its collections.
    if (attempts.isCollection && attempts.page !== undefined) crawl.add(attempts.page)
    else due.push(id)
  }
  for (const group of splitIntoGroups(due.filter((id) => !tables?.block.has(id)))) {
    const response = await source.getBlocks(group, 'normal').catch((error: unknown) => {
      // After a failed call the ids stay due.
      if (!(error instanceof CallError)) throw error
    })
    if (response === undefined) return
    for (const id of group) if (!response.block.has(id)) noteUnanswered(state, id)
    const found = group.filter((id) => response.block.has(id))
    for (const id of found) use(id, response.block.get(id))
    crawl.queueNewPages(found, response)
  }
}

/** Notes a block or page that no response contains, or a collection whose rows were refused, with the page that shows it. */
export function noteUnanswered(state: SyncState, id: Id, page?: Id, isCollection?: true): void {
  const before = state.unanswered.get(id)
  const lacking = page ?? before?.page
  state.set('unanswered', id, {
    ...countFailure(before),
    ...(lacking !== undefined && { page: lacking }),
    ...(isCollection && { isCollection }),
  })
}

/** Replaces what is recorded for a page that was just fetched. */
export function replaceUnanswered(
  state: SyncState,
  page: Id,
  { missingBlocks, refusedCollections }: Pick<FetchedPage, 'missingBlocks' | 'refusedCollections'>,
): void {
  for (const [id, entry] of state.unanswered) {
    if (entry.page === page && !missingBlocks.has(id) && !refusedCollections.has(id)) state.delete('unanswered', id)
  }
  for (const id of missingBlocks) noteUnanswered(state, id, page)
  for (const id of refusedCollections) noteUnanswered(state, id, page, true)
}

/**
 * Marks the first sync as complete if every known id was fetched, or was requested so often that it may never be. Without a later run
 * (`isWatching`), it is complete after the first one.
 */
export function endFirstSync(state: SyncState, isWatching = false): void {
  const { missed, unanswered, removed } = state
  if (isWatching && [...missed.values(), ...unanswered.values()].some(({ times }) => times < ENOUGH_ATTEMPTS)) return
  for (const id of removed.keys()) state.delete('removed', id)
  state.set('marks', 'whole', true)
}
