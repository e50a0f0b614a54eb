import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import makeRunFolder from './run-folder'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 1_000_000_000

/**
 * Before a run of Vitest: makes the run folder in memory where there is room, because the tests flush thousands of small files, which
 * a disk takes long for. Vitest calls this once for each project; the first call counts.
 */
export default function makeUnitFolder(): void {
  if (path.basename(tmpdir()).startsWith('colophon-run-')) return
  if (existsSync(MEMORY)) {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > ENOUGH_BYTES) process.env.TMPDIR = MEMORY
  }
  makeRunFolder()
}
