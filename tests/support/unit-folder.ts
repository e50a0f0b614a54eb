import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import makeRunFolder from './run-folder'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 1_000_000_000

/**
 * Creates the run folder before a run of Vitest: in memory if enough is free, because the tests flush thousands of small files, which is slow
 * on a disk. Vitest calls this once for each project; only the first call has an effect.
 */
export default function makeUnitFolder(): void {
  if (path.basename(tmpdir()).startsWith('colophon-run-')) return
  if (existsSync(MEMORY)) {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY
  }
  makeRunFolder()
  // Without this, tests would find the site of an earlier `npm run site`.
  process.env.STATE_DIR = path.join(tmpdir(), 'no-state')
}
