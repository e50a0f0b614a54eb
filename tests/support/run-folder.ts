import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Creates one folder for all temporary files of this process and its child processes, before a run of tests or measurements. The folder is
 * removed when the process exits. A run that is killed leaves only this folder.
 */
export default function makeRunFolder(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'colophon-run-'))
  process.env.TMPDIR = folder
  // Browsers that are closing may still write files.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
}
