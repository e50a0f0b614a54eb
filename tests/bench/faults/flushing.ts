import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFolder, runCommand, startSite } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { getPagesPerSecond, load } from '../instances/load'
import type { Measurement } from '../measurements'
import { writeBigWorkspace } from '../workspace'

const PAGES = 10_000
const EDITS = 100
const SERVED_PAGES = 500
const LOAD_S = 10
const CONNECTIONS = 8
const HOW = `Flushing: relative to the same processes in which every flush is a no-op. \`npm run sync\` of ${PAGES} pages from the loopback workspace at 1,000 calls a second; and pages per second over ${LOAD_S} s of a site of ${SERVED_PAGES} pages, ${EDITS} of which are edited at the start and refreshed meanwhile.`

/** Measures the cost of flushing contents before the files that refer to them. */
export async function measureFlushing(): Promise<Measurement[]> {
  const noFlush = { NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('tests/bench/faults/no-flush.mjs'))}` }
  const sync = (await timeFirstSync({})) / (await timeFirstSync(noFlush))
  const pages = (await measurePagesDuringRefresh({})) / (await measurePagesDuringRefresh(noFlush))
  return [
    { name: 'flushing: first sync', measured: sync, unit: 'times', limit: 1.5, limitIs: 'most', how: HOW },
    {
      name: 'flushing: pages during a refresh',
      measured: pages,
      unit: 'times',
      limit: 0.8,
      limitIs: 'least',
      how: HOW,
    },
  ]
}

/** Returns the seconds of a first sync. */
async function timeFirstSync(env: Record<string, string>): Promise<number> {
  return measureWithWorkspace(PAGES, async (settings) => {
    const started = performance.now()
    const { code, stderr } = await runCommand('sync', { ...settings, ...env })
    if (code !== 0) throw new Error(`The sync ended with ${code}:\n${stderr}`)
    return (performance.now() - started) / 1000
  })
}

/** Returns the pages per second of a site while a refresh fetches edited pages. */
async function measurePagesDuringRefresh(env: Record<string, string>): Promise<number> {
  return measureWithWorkspace(SERVED_PAGES, async (settings, server) => {
    await runCommand('sync', settings)
    const site = await startSite({
      workspaceDir: settings.WORKSPACE_DIR ?? '',
      stateDir: settings.STATE_DIR,
      env: { ...settings, ...env, SYNC_INTERVAL: '1' },
      expectedOutput: [/./],
    })
    const shown = site.index().pages.filter(({ access }) => access.kind === 'public')
    const urls = shown.slice(0, CONNECTIONS).map((page) => encodeURI(`${site.url}/${page.path}`))
    for (const page of server.data.pages().slice(0, EDITS)) server.editor.write(page.id, 'An edit')
    const measured = getPagesPerSecond(await load({ urls, seconds: LOAD_S, pace: { connections: CONNECTIONS } }))
    await site.stop()
    return measured
  })
}

async function measureWithWorkspace<Value>(
  pages: number,
  measure: (settings: Record<string, string>, server: WorkspaceServer) => Promise<Value>,
): Promise<Value> {
  const dir = createFolder('bench-flushing')
  mkdirSync(`${dir}/hosted`)
  writeBigWorkspace(`${dir}/hosted/map.json`, { pages, least: 12, spread: 24 })
  const server = await WorkspaceServer.start(`${dir}/hosted`)
  const folders = { WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state` }
  try {
    return await measure({ ...server.env, ...folders, SYNC_RATE: '1000' }, server)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
