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
  /** No conversion begins this long after the first one, in milliseconds. The rest are left for the next preparation. */
  limitMs: number
  /** Returns the picture in a file as WebP; undefined if it cannot be converted. Throws if a later try may succeed. */
  convert(file: string): Promise<{ picture: Uint8Array; width: number; height: number } | undefined>
}

/** The results of conversions by the hash of the original; null for those that failed. The working copy has the pictures. */
type Results = Record<string, Pick<FileEntry, 'hash' | 'width' | 'height'> | null>

/** The name of the derived value with the results of all files that are still in the folder. */
const NAME = 'converted'
/** The results are saved after this many conversions, so that a preparation that is stopped does not begin again. */
const SAVED_AFTER = 20

export interface ConvertedPictures {
  media: Record<string, FileEntry>
  /** The addresses of HEIC files that could not be converted, which stay as they are. */
  failed: string[]
  /** The addresses of HEIC files that a later preparation may convert. */
  postponed: string[]
  /** Whether the next preparation converts more at once: some were postponed because of {@link PictureConverter.limitMs}. */
  isUnfinished: boolean
}

/**
 * Returns the files of a workspace folder, with those HEIC files converted that pages show as pictures. Each is converted once. Without
 * `converter`, only files that were converted before are.
 */
export async function convertPictures(
  media: Readonly<Record<string, FileEntry>>,
  pictures: ReadonlySet<string>,
  store: WorkingStore,
  converter: PictureConverter | undefined,
): Promise<ConvertedPictures> {
  const originals = Object.entries(media).filter(([address, { type }]) => isHeic(type) && pictures.has(address))
  const converted: ConvertedPictures = { media: { ...media }, failed: [], postponed: [], isUnfinished: false }
  if (originals.length === 0) return converted
  const saved = await readResults(store, converter?.version)
  const results: Results = {}
  let conversions = 0
  let endAt = Number.POSITIVE_INFINITY
  for (const [address, entry] of originals) {
    const known = await findResult(entry)
    const result = known === undefined ? await convertInTime(entry) : known
    if (result === 'postponed' || result === 'not now') converted.postponed.push(address)
    else results[entry.hash] = result
    if (result === null || result === 'not now') converted.failed.push(address)
    else if (result !== 'postponed') converted.media[address] = createEntry(entry, result, store)
  }
  await save(results)
  // Without a conversion, the picture process is not ready, and an immediate preparation would convert nothing either.
  return { ...converted, isUnfinished: conversions > 0 && converted.postponed.length > 0 }

  async function findResult({ hash }: FileEntry): Promise<Results[string] | undefined> {
    const known = results[hash] ?? saved[hash]
    const isLost = known && (await store.missing([getFileContentName(known.hash)])).length > 0
    return isLost ? undefined : known
  }

  async function convertInTime(entry: FileEntry): Promise<Results[string] | 'not now' | 'postponed'> {
    if (converter === undefined || performance.now() >= endAt) return 'postponed'
    endAt = Math.min(endAt, performance.now() + converter.limitMs)
    const result = await convertFile(entry, store, converter.convert)
    if (result === 'not now') return result
    results[entry.hash] = result
    if (++conversions % SAVED_AFTER === 0) await save({ ...saved, ...results })
    return result
  }

  async function save(all: Results): Promise<void> {
    if (converter !== undefined) await store.putDerived(NAME, { version: converter.version, results: all })
  }
}

/** Returns null if the file cannot be converted, and `not now` if a later try may succeed. */
async function convertFile(
  { path }: FileEntry,
  store: WorkingStore,
  convert: PictureConverter['convert'],
): Promise<Results[string] | 'not now'> {
  const made = path === '' ? 'not now' : await convert(path).catch(() => 'not now' as const)
  if (made === 'not now') return made
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

async function readResults(store: WorkingStore, version: string | undefined): Promise<Results> {
  const saved = await store.derived(NAME)
  if (!isObject(saved) || !isObject(saved.results)) return {}
  const results = saved.results as Results
  if (version === undefined || saved.version === version) return results
  return Object.fromEntries(Object.entries(results).filter(([, result]) => result !== null))
}
