import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is removed after the test. */
export function createTemporaryFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'colophon-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Writes files by relative name; values that are not text are written as JSON. */
export function writeFiles(dir: string, files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}
