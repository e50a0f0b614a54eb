import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { atMost, type Measurement } from './measurements'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const VIEWS = 4
const COLLECTIONS = 1
const EDITS = 20
/** Most calls of a refresh without changes. */
const UNCHANGED = PAGES / 100 + COLLECTIONS + 3
const HOW =
  'Sync: `npm run sync` of 10,000 pages of 12 to 36 blocks, half of them rows of a collection with 4 views, from the loopback workspace server at 1,000 calls a second; calls as the server counted them, memory is the largest resident size of the process, disk is the snapshot with all other files of the sync.'

/** Measures a first sync, a refresh without changes, and a refresh after some edits. */
export async function measureSync(): Promise<Measurement[]> {
  const dir = createFolder('bench-sync')
  mkdirSync(`${dir}/hosted`)
  writeBigWorkspace(`${dir}/hosted/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const server = await WorkspaceServer.start(`${dir}/hosted`)
  const env = { ...server.env, WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state`, SYNC_RATE: '1000' }

  const memory = await runSync(env)
  const first = sumCounts(server.takeCounts())
  const disk = sumFileSizes(`${dir}/snapshot`) / server.sentBytes
  await runSync(env)
  const unchanged = sumCounts(server.takeCounts())
  const pages = server.data.pages()
  for (let edit = 0; edit < EDITS; edit++) {
    const page = pages[Math.floor((edit * pages.length) / EDITS)]
    if (page !== undefined) server.editor.write(page.id, `Edit ${edit}`)
  }
  await runSync(env)
  const edited = sumCounts(server.takeCounts())
  await server.stop()
  rmSync(dir, { recursive: true })

  const measurement = atMost('sync of 10,000 pages', HOW)
  return [
    measurement('calls per page, in addition to one per view', (first - VIEWS) / PAGES, 'calls', 1.1),
    measurement('calls of a refresh without changes', unchanged, 'calls', UNCHANGED),
    measurement(`calls of a refresh after ${EDITS} edits`, edited, 'calls', UNCHANGED + 3 * EDITS),
    measurement('memory', memory, 'MB', 500),
    measurement('disk, relative to the responses', disk, 'times', 1.3),
  ]
}

/** Runs a sync to its end. Returns its peak memory in megabytes. */
export async function runSync(env: Record<string, string>): Promise<number> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['tools/run.mjs', 'sync'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, getResidentMegabytes(child))
  }, 250)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`The sync ended with ${code}`)
  return peak
}

function getResidentMegabytes({ pid }: ChildProcess): number {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'rss='], { encoding: 'utf8' })
  return (Number(stdout) * 1024) / 1_000_000
}

/** Returns the bytes of all files below a folder. */
function sumFileSizes(dir: string): number {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(dir, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0)
}

export const sumCounts = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
