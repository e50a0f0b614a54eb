import 'server-only'
import { createHash } from 'node:crypto'
import { isHeic } from '../workspace/read/sources'
import { isObject } from '../workspace/values'
import { getFileContentName } from './contents'
import type { FileEntry, WorkingStore } from './store'

/** Converts HEIC files. */
export interface PictureConverter {
  /** The version of the decoder: another one tries again what failed. */
  version: string
  /** Returns the picture in a file as WebP; undefined if it cannot be converted. Throws if a later try may succeed. */
  convert(file: string): Promise<{ picture: Uint8Array; width: number; height: number } | undefined>
}

/** The results of conversions by the hash of the original; null for those that failed. The working copy has the pictures. */
type Results = Record<string, Pick<FileEntry, 'hash' | 'width' | 'height'> | null>

/** The name of the derived value with the results of all files that are still in the folder. */
const NAME = 'converted'
/** The results are saved after this many conversions, so that a preparation that is stopped does not begin again. */
const SAVED_AFTER = 20

/**
 * Returns the files of a workspace folder, with those HEIC files converted that pages show as pictures. Each is converted once. Also returns
 * the addresses of those that cannot be converted, which stay as they are.
 */
export async function convertPictures(
  media: Readonly<Record<string, FileEntry>>,
  pictures: ReadonlySet<string>,
  store: WorkingStore,
  { version, convert }: PictureConverter,
): Promise<{ media: Record<string, FileEntry>; failed: string[] }> {
  const originals = Object.entries(media).filter(([address, { type }]) => isHeic(type) && pictures.has(address))
  const converted: Record<string, FileEntry> = { ...media }
  const failed: string[] = []
  if (originals.length === 0) return { media: converted, failed }
  const saved = await readResults(store, version)
  const results: Results = {}
  let unsaved = 0
  for (const [address, entry] of originals) {
    const known = results[entry.hash] ?? saved[entry.hash]
    const isKept = known && (await store.missing([getFileContentName(known.hash)])).length === 0
    const result = isKept || known === null ? known : await convertFile(entry, store, convert)
    if (result) converted[address] = createEntry(entry, result, store)
    else failed.push(address)
    if (result === undefined) continue
    results[entry.hash] = result
    if (result !== known && ++unsaved % SAVED_AFTER === 0) await save({ ...saved, ...results })
  }
  await save(results)
  return { media: converted, failed }

  function save(all: Results): Promise<void> {
    return store.putDerived(NAME, { version, results: all })
  }
}

/** Returns undefined if a later try may succeed. */
async function convertFile(
  { path }: FileEntry,
  store: WorkingStore,
  convert: PictureConverter['convert'],
): Promise<Results[string] | undefined> {
  const made = path === '' ? 'not now' : await convert(path).catch(() => 'not now' as const)
  if (made === 'not now') return undefined
  if (made === undefined) return null
  const hash = createHash('sha256').update(made.picture).digest('hex')
  await store.putContents([[getFileContentName(hash), Buffer.from(made.picture)]])
  return { hash, width: made.width, height: made.height }
}

const createEntry = ({ name }: FileEntry, result: NonNullable<Results[string]>, store: WorkingStore): FileEntry => ({
  ...result,
  name: `${name.replace(/\.[^.]*$/, '')}.webp`,
  type: 'image/webp',
  path: store.getPath(getFileContentName(result.hash)),
})

async function readResults(store: WorkingStore, version: string): Promise<Results> {
  const saved = await store.derived(NAME)
  if (!isObject(saved) || !isObject(saved.results)) return {}
  const results = saved.results as Results
  if (saved.version === version) return results
  return Object.fromEntries(Object.entries(results).filter(([, result]) => result !== null))
}
