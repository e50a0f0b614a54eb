import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a file of which only a part was written is called meanwhile. */
export const UNFINISHED = '.tmp'

/**
 * Writes a whole file or nothing: beside it first, then renamed over it. It is on the disk when this returns, or without `flush`
 * only soon: for what can be made again. Throws what the file system throws (`ENOSPC`, `EACCES`…) and leaves nothing behind then.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { flush = true }: { flush?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${process.pid}-${randomUUID()}${UNFINISHED}`
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(temporary, content, { flush })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
