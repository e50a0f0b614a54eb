import 'server-only'
import { readRecordMaps } from '../workspace/clean/read-record-map'
import { readRegularFile } from './regular-file'
import { hashPage, type Source, type SourceFile } from './source'

/** `isRetryable`: the same file may be readable later. */
interface Unusable {
  ok: false
  reason: string
  isRetryable: boolean
}

/** Returns the record map of a file of the workspace folder, or why there is none. */
export async function readSourceFile(
  file: SourceFile,
): Promise<Unusable | Extract<ReturnType<typeof readRecordMaps>, { ok: true }>> {
  const read = await readText(file)
  if (!read.ok) return read
  try {
    const maps = readRecordMaps(JSON.parse(read.text))
    return maps.ok ? maps : { ...maps, isRetryable: false }
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
