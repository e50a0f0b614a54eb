import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Writes a site folder into a temporary folder, and returns its path. */
export function writeSiteFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'colophon-site-'))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), content)
  }
  return dir
}
