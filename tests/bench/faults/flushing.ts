import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { newFolder, runCommand, startSite } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { load, perSecond } from '../instances/load'
import type { Measurement } from '../measurements'
import { writeBigWorkspace } from '../workspace'

const PAGES = 10_000
const EDITS = 100
const SERVED_PAGES = 500
const LOAD_S = 10
const CONNECTIONS = 8
const HOW = `Flushing: compared with the same processes, in which every flush does nothing. \`npm run sync\` of ${PAGES} pages from the loopback workspace at 1,000 calls a second; and pages per second over ${LOAD_S} s of a site of ${SERVED_PAGES} pages, ${EDITS} of which are edited at the start and refreshed meanwhile.`

/** What it costs that contents are flushed before what names them. */
export async function measureFlushing(): Promise<Measurement[]> {
  const noFlush = { NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('tests/bench/faults/no-flush.mjs'))}` }
  const sync = (await firstSync({})) / (await firstSync(noFlush))
  const pages = (await pagesDuringRefresh({})) / (await pagesDuringRefresh(noFlush))
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
async function firstSync(env: Record<string, string>): Promise<number> {
  return withWorkspace(PAGES, async (settings) => {
    const started = performance.now()
    const { code, stderr } = await runCommand('sync', { ...settings, ...env })
    if (code !== 0) throw new Error(`The sync ended with ${code}:\n${stderr}`)
    return (performance.now() - started) / 1000
  })
}

/** Returns the pages per second of a site while a refresh brings edited pages. */
async function pagesDuringRefresh(env: Record<string, string>): Promise<number> {
  return withWorkspace(SERVED_PAGES, async (settings, server) => {
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
    const measured = perSecond(await load({ urls, seconds: LOAD_S, pace: { connections: CONNECTIONS } }))
    await site.stop()
    return measured
  })
}

async function withWorkspace<Value>(
  pages: number,
  measure: (settings: Record<string, string>, server: WorkspaceServer) => Promise<Value>,
): Promise<Value> {
  const dir = newFolder('bench-flushing')
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
