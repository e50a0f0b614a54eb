import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { newFolder, runCommand, startSite } from '@/tests/support/site'
import { answerTime } from './answer-time'
import { atMost, type Figure } from './figures'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const VISITED = 1000
const HOW =
  'Scale: 10,000 pages of 12 to 36 blocks as one big map; first index is `prepare` on an empty state folder; ready is from the start of `npm run site` over that state to the first page; memory is the resident size of the serving process.'

/** A workspace of 10,000 pages: first index, start from the saved one, and memory after many pages. */
export async function scaleFigures(): Promise<Figure[]> {
  const dir = newFolder('bench')
  const workspaceDir = `${dir}/workspace`
  const stateDir = `${dir}/state`
  mkdirSync(workspaceDir)
  writeBigWorkspace(`${workspaceDir}/map.json`, { pages: PAGES, least: 12, spread: 24 })

  const started = performance.now()
  const { code, stderr } = await runCommand('prepare', { WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir })
  if (code !== 0) throw new Error(`The workspace could not be prepared: ${stderr}`)
  const indexed = performance.now() - started

  const restarted = performance.now()
  const site = await startSite({ workspaceDir, stateDir })
  await answerTime(site.url)
  const ready = performance.now() - restarted

  const pages = site.index().pages.filter((page) => page.path !== '')
  for (const { path } of pages.slice(0, VISITED)) await answerTime(`${site.url}/${path}`)
  const memory = residentMegabytes(site.pid)
  await site.stop()
  rmSync(dir, { recursive: true })

  const figure = atMost('10,000 pages', HOW)
  return [
    figure('first index', indexed / 1000, 's', 30),
    figure('first page after a start from the saved index', ready / 1000, 's', 3),
    figure(`memory after ${VISITED} pages`, memory, 'MB', 700),
  ]
}

/** Resident size of the largest process that this one started: the serving one. */
function residentMegabytes(parent: number): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,rss='], { encoding: 'utf8' })
  const sizes = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([ppid, kilobytes]) => (ppid === parent && kilobytes !== undefined ? [kilobytes] : []))
  return (Math.max(...sizes) * 1024) / 1_000_000
}
