import 'server-only'
import { BlockCleaner } from '../workspace/clean/clean'
import { PackedTexts } from '../workspace/clean/packed-texts'
import { readRecordMaps, unwrap } from '../workspace/clean/read-record-map'
import type { Fields } from '../workspace/values'
import { JsonReader } from './json-reader'
import { openRegularFile, readRegularFile } from './regular-file'
import { hashPage, type Source, type SourceFile } from './source'

/** `isRetryable`: the same file may be readable later. */
interface Unusable {
  ok: false
  reason: string
  isRetryable: boolean
}

/** A record map, and the cleaner of its blocks, which may contain them already. */
type Usable = Extract<ReturnType<typeof readRecordMaps>, { ok: true }> & { cleaner: BlockCleaner }

/** Returns the record map of a file of the workspace folder, or why there is none. */
export async function readSourceFile(file: SourceFile): Promise<Unusable | Usable> {
  // A hash is that of the whole file, which then contains one page.
  const usable = file.hash === undefined ? await readBlockByBlock(file.path) : undefined
  return usable ?? (await readWhole(file))
}

/**
 * Reads a record map without ever having all of its file in memory, which may contain a whole workspace. Returns undefined for everything
 * unusual, for which {@link readWhole} has the result.
 */
async function readBlockByBlock(path: string): Promise<Usable | undefined> {
  try {
    const { handle } = await openRegularFile(path, { followLinks: true })
    try {
      const cleaner = new BlockCleaner(new PackedTexts())
      const maps = readRecordMaps(readWithoutBlocks(new JsonReader(handle.fd), cleaner))
      return maps.ok ? { ...maps, cleaner } : undefined
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

/** Returns the content of a file, in which the table of blocks is empty. Throws if that is not at one of its two usual places. */
function readWithoutBlocks(reader: JsonReader, cleaner: BlockCleaner): unknown {
  let tables = 0
  const readBlocks = () => {
    if (tables++ > 0) throw new SyntaxError('There are several tables of blocks')
    const keys = new Set<string>()
    for (const key of reader.readKeys()) {
      if (keys.has(key)) throw new SyntaxError('A key is repeated')
      keys.add(key)
      const bytes = reader.readBytes()
      const record = unwrap(JSON.parse(bytes.toString()))
      if (record !== undefined) cleaner.add(key, record, bytes)
    }
    return {}
  }
  const readFields = (mayBeWrapped: boolean): Fields => {
    const fields = new Map<string, unknown>()
    for (const key of reader.readKeys()) {
      const isMap = mayBeWrapped && key === 'recordMap'
      if (!reader.isAtObject() || !(isMap || key === 'block')) fields.set(key, reader.readValue())
      else fields.set(key, isMap ? readFields(false) : readBlocks())
    }
    return Object.fromEntries(fields)
  }
  const content = readFields(true)
  reader.expectEnd()
  return content
}

async function readWhole(file: SourceFile): Promise<Unusable | Usable> {
  const read = await readText(file)
  if (!read.ok) return read
  try {
    const maps = readRecordMaps(JSON.parse(read.text))
    return maps.ok ? { ...maps, cleaner: new BlockCleaner() } : { ...maps, isRetryable: false }
  } catch (error) {
    // The parser quotes the file, which may be of a page that is not public.
    const [where] = /\bat position \d+/.exec(error instanceof Error ? error.message : '') ?? []
    return { ok: false, isRetryable: false, reason: ['it is not JSON', where].filter(Boolean).join(' ') }
  }
}

/** Whether any of these files of the folder, which are named or are media by address, can be read now. */
export async function canReadAny({ files, media }: Source, names: readonly string[]): Promise<boolean> {
  if (names.some((name) => Object.hasOwn(media, name) && media[name]?.path)) return true
  for (const file of files) if (names.includes(file.name) && (await readText(file)).ok) return true
  return false
}

async function readText({ path, hash }: SourceFile): Promise<Unusable | { ok: true; text: string }> {
  try {
    const text = String(await readRegularFile(path, { followLinks: true }))
    if (hash === undefined || hash === hashPage(text)) return { ok: true, text }
    return { ok: false, isRetryable: true, reason: 'it is damaged: its content does not match the manifest' }
  } catch (error) {
    // No retry is needed for an absent file: it gets a new stamp when it appears.
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { ok: false, isRetryable: !isAbsent, reason: 'it cannot be read' }
  }
}
