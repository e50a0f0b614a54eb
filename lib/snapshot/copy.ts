import 'server-only'
import { findDamaged, getContentKind, listContents } from './contents'
import { IncompleteError, SnapshotError, type SnapshotStore } from './store'

/** Sizes of batches. Pages are small, but a file may have several megabytes. */
const PAGES_AT_ONCE = 200
const FILES_AT_ONCE = 4

/** How much was copied. */
export interface CopyCounts {
  contents: number
  bytes: number
}

/** Copies the contents that the other store lacks. Throws {@link IncompleteError} if some are missing or damaged. */
export async function copyContents(
  names: readonly string[],
  from: SnapshotStore,
  to: SnapshotStore,
): Promise<CopyCounts> {
  const missing = await to.missing(names)
  const copied = { contents: missing.length, bytes: 0 }
  for (const batch of splitIntoBatches(missing)) {
    const contents = await from.contents(batch)
    const intact = batch.flatMap((name, at) => {
      const content = contents[at]
      return content === undefined ? [] : [[name, content] as const]
    })
    if (intact.length < batch.length) {
      const unavailable = new Set(batch)
      for (const [name] of intact) unavailable.delete(name)
      throw new IncompleteError([...unavailable])
    }
    await to.putContents(intact)
    for (const [, content] of intact) copied.bytes += content.length
  }
  return copied
}

/** Copies a whole snapshot: contents first, the state last. Throws {@link SnapshotError} if there is none, or some of it is missing. */
export async function copySnapshot(from: SnapshotStore, to: SnapshotStore): Promise<CopyCounts> {
  const state = await from.state()
  if (state === undefined)
    throw new SnapshotError(
      'There is no snapshot to copy: name the state folder of a site that has run, a folder of record maps, or a Redis that a sync filled',
    )
  const damaged = await findDamaged(state)
  if (damaged.length > 0) throw new IncompleteError(damaged)
  const copied = await copyContents(listContents(state.manifest), from, to)
  await to.putState(state)
  return copied
}

function* splitIntoBatches(names: readonly string[]): Generator<string[]> {
  const isFile = (name: string) => getContentKind(name) === 'files'
  for (const [all, atOnce] of [
    [names.filter((name) => !isFile(name)), PAGES_AT_ONCE],
    [names.filter(isFile), FILES_AT_ONCE],
  ] as const) {
    for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce)
  }
}

/** Reads all contents of a snapshot. Throws {@link SnapshotError} if some of them are missing or damaged. */
export async function verifySnapshot(
  store: SnapshotStore,
): Promise<{ version: string; pages: number; contents: number }> {
  const manifest = await store.manifest()
  if (manifest === undefined) throw new SnapshotError('There is no snapshot')
  const names = listContents(manifest)
  for (const batch of splitIntoBatches(names)) {
    const contents = await store.contents(batch)
    const broken = batch.filter((_, at) => contents[at] === undefined)
    if (broken.length > 0) throw new IncompleteError(broken)
  }
  return { version: manifest.version, pages: Object.keys(manifest.pages).length, contents: names.length }
}
