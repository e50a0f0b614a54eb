import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a whole file or nothing, and leaves it on the disk when it returns: beside it first, then renamed over it. Throws what
 * the file system throws (`ENOSPC`, `EACCES`…) and leaves nothing behind then.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}-${randomUUID()}.tmp`
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const handle = await open(temporary, 'w')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
