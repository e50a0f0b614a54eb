import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Redis } from '@/lib/redis/connection'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { readSyncReport } from '@/lib/snapshot/sync-report'
import { requestSync } from '@/lib/snapshot/sync-requests'
import { killAll, measureMegabytes } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { createFolder, type RunningSite, startCommand } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { atMost, type Measurement } from '../measurements'
import { timeResponse } from '../time-response'
import { createZipfSource, writeBigWorkspace } from '../workspace'
import { fetchPublicPaths, startInstance } from './site'

export const MEASURED_PAGES = 10_000
const VOCABULARY = 100_000
const VISITED = 500
const TOKEN = 'metrics-token-of-the-bench'
const MAX_WAIT_MS = 600_000
const HOW = `Instances, ${MEASURED_PAGES} pages of 650 words on average, of ${VOCABULARY} made-up words by Zipf’s law: \`npm run sync -- --watch\` fills Redis from the loopback workspace server; memory is the growth of Redis. Ready is from the start of \`npm run site\` with empty folders, while that sync runs, to 200 from /api/health: the worse of two.`

/** Costs of pages that instances share. */
export interface PageCosts {
  /** Processor milliseconds per response: of a page in memory, of a page from Redis, and of a page that is rendered. */
  fromMemory: number
  fromRedis: number
  rendering: number
  /** Kilobytes of a page: its snapshot in Redis, its rendered entry in Redis, and its entry in the cache of an instance. */
  snapshot: number
  rendered: number
  cached: number
  /** Megabytes of all processes of an instance of so many pages, after visits. */
  memory: number
  /** Seconds until it is ready and until the first search, with an empty disk; and until it is ready with its disk. */
  ready: number
  searching: number
  readyAgain: number
  /** Calls per page: of the first sync, and of a check that finds no changes. */
  callsFirst: number
  callsPerCheck: number
}

/** Measures 10,000 pages: their memory in Redis, how soon a new instance shows them, and the costs of visits. */
export async function measureLargeSite(): Promise<{ measurements: Measurement[]; costs: PageCosts }> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/hosted`)
  writeBigWorkspace(`${dir}/hosted/map.json`, {
    pages: MEASURED_PAGES,
    least: 9,
    spread: 17,
    words: createZipfSource(VOCABULARY),
  })
  const workspace = await WorkspaceServer.start(`${dir}/hosted`)
  const redis = await RedisServer.start()
  const client = await redis.client()
  const empty = await readUsedMegabytes(client)
  const env = { ...workspace.env, REDIS_URL: redis.url, SYNC_RATE: '1000', SYNC_INTERVAL: '86400' }
  const getFolders = (name: string) => ({ workspaceDir: `${dir}/${name}/snapshot`, stateDir: `${dir}/${name}/state` })

  const { workspaceDir, stateDir } = getFolders('writer')
  const sync = startCommand('sync', { ...env, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir }, '--watch')
  await waitForRedis(client)
  const callsFirst = sumCounts(workspace.takeCounts()) / MEASURED_PAGES
  const snapshot = ((await readUsedMegabytes(client)) - empty) / MEASURED_PAGES
  const requestedAt = Date.now()
  await requestSync(stateDir, { all: true })
  await waitForSync(stateDir, requestedAt)
  const callsPerCheck = sumCounts(workspace.takeCounts()) / MEASURED_PAGES

  const start = async (name: string) => {
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    const site = await startInstance({ ...getFolders(name), env: { ...env, METRICS_TOKEN: TOKEN } })
    return { site, ready: seconds(), seconds }
  }
  const first = await start('first')
  await waitForSearch(first.site)
  const searching = first.seconds()
  const paths = (await fetchPublicPaths(first.site)).slice(-VISITED)
  const rendering = await measureCost(first.site, paths)
  await measureCost(first.site, paths)
  const fromMemory = await measureCost(first.site, paths)
  const memory = measureMegabytes(first.site.pid)
  const { rendered, cached } = await measureRenderedSizes(client)
  const second = await start('second')
  const fromRedis = await measureCost(second.site, paths)
  await second.site.stop()
  const again = await start('second')
  for (const { site } of [first, again]) await site.stop()
  killAll(sync.pid)
  await sync.ended
  await redis.stop()
  await workspace.stop()
  rmSync(dir, { recursive: true })
  const ready = Math.max(first.ready, second.ready)
  const sizes = { snapshot: snapshot * 1000, rendered, cached, memory }
  const costs: PageCosts = {
    ...{ fromMemory, fromRedis, rendering, ...sizes, ready, searching, readyAgain: again.ready, callsFirst },
    callsPerCheck,
  }
  console.log(`${MEASURED_PAGES} pages:`, costs)
  const measurement = atMost('instances, 10,000 pages', HOW)
  return {
    costs,
    measurements: [
      measurement('ready from an empty disk', ready, 's', 20),
      measurement('memory of Redis per page', snapshot * 1000, 'kB', 25),
    ],
  }
}

async function readUsedMegabytes(client: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(String(await client.info('memory')))?.[1]) / 1_000_000
}

/** Waits until Redis contains every page, and no more keys are added. */
async function waitForRedis(client: Redis): Promise<void> {
  let last = Number.NaN
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await pause(5000)) {
    const now = await client.dbSize()
    if (now === last && (await countPages(client)) === MEASURED_PAGES) return
    last = now
  }
  throw new Error('Redis was not filled in time')
}

async function countPages(client: Redis): Promise<number> {
  for await (const keys of client.scanIterator({ MATCH: 'colophon:*:snapshot:*:state', COUNT: 1000 })) {
    for (const key of keys) {
      const [, site = '', variant] = /^(.+:)snapshot:(.+):state$/.exec(String(key)) ?? []
      const manifest = await new RedisStore(client, site, variant).manifest()
      return Object.keys(manifest?.pages ?? {}).length
    }
  }
  return 0
}

async function waitForSync(stateDir: string, since: number): Promise<void> {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await pause(500)) {
    const report = await readSyncReport(stateDir)
    if (report?.state === 'done' && report.startedAt >= since) return
  }
  throw new Error('The workspace was not synced in time')
}

/** Waits until the search finds pages, which it does once its index is complete. */
async function waitForSearch({ url }: RunningSite): Promise<void> {
  const request = { method: 'POST', body: JSON.stringify({ query: 'harbour' }) }
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await pause(100)) {
    const { total } = (await (await fetch(`${url}/api/search`, request)).json()) as { total?: number }
    if (total !== undefined && total > 0) return
  }
  throw new Error('The search was not ready in time')
}

/** Returns the milliseconds of processor time that the serving process spends per page. */
async function measureCost(site: RunningSite, paths: readonly string[]): Promise<number> {
  const before = await readProcessorSeconds(site)
  for (const path of paths) await timeResponse(site.url + path)
  return (((await readProcessorSeconds(site)) - before) * 1000) / paths.length
}

async function readProcessorSeconds({ url }: RunningSite): Promise<number> {
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await response.text())?.[1])
}

/** Returns the average kilobytes of a rendered page in Redis, and in the cache of an instance. */
async function measureRenderedSizes(client: Redis): Promise<{ rendered: number; cached: number }> {
  const sizes = { rendered: 0, cached: 0 }
  let pages = 0
  for await (const keys of client.scanIterator({ MATCH: 'colophon:pages:*', COUNT: 1000 })) {
    for (const key of keys) {
      const bytes = await client.get(key)
      if (bytes === null) continue
      pages++
      sizes.rendered += Number(await client.memoryUsage(key)) / 1000
      sizes.cached += JSON.stringify(toCachedEntry(JSON.parse(String(await promisify(gunzip)(bytes))))).length / 1000
    }
  }
  return { rendered: sizes.rendered / pages, cached: sizes.cached / pages }
}

/** Converts an entry of Redis to one of an instance's cache. */
function toCachedEntry({ flight, ...entry }: Record<string, unknown>) {
  return { ...entry, flight: typeof flight === 'string' ? Buffer.from(flight, 'latin1') : undefined }
}

const sumCounts = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
