import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Before a run of tests or of the bench: from now on temporary files of this process, and of all that it starts, lie in one folder,
 * which goes with it. What is killed halfway leaves that one folder.
 */
export default function makeRunFolder(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'colophon-run-'))
  process.env.TMPDIR = folder
  // Browsers that are closing may still write files.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
}
