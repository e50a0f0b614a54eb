import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pageId } from '@/cli/sample/ids'
import { expect } from '../e2e/base'
import type { RedisServer } from './redis'
import { createFolder, type RunningSite, type SiteOptions, startProjectCommand, startSite } from './site'
import { eventually, visit } from './visits'
import { type SimplePage, writePage } from './workspaces'
import { startWriter } from './writer'

const PIER = '20000000-0000-4000-8000-000000000001'
const CHILD = '20000000-0000-4000-8000-000000000002'
const SECRET = 'revalidate-secret'
/** The address of the balancer, at which visitors reach all readers. */
export const ORIGIN = 'http://localhost:3000'

/** Two pages that the tests add to the workspace. */
export const pier: SimplePage = {
  id: PIER,
  title: 'Pier',
  parent: pageId('home'),
  text: 'Welcome',
  children: [CHILD],
}
export const child: SimplePage = { id: CHILD, title: 'Tides', parent: PIER, text: 'High at noon' }

/** Additional lines that readers may log: about Redis, about the writer, and one line per request. */
const READER_LINES = [
  /^Redis at rediss?:\/\/127\.0\.0\.1:\d+ (?:cannot be reached|refuses|responds)/,
  /^\{"time":"[^"]+","id":"[\w-]+","method":"[A-Z]+","kind":"\w+","status":\d+,"ms":\d+(?:,"path":"[^"]+")?\}$/,
  /^No writer is running for this site: /,
  /^Redis lost the snapshot that is served: /,
]

/** Starts one of several readers that share a Redis server. */
export function startReader(
  redis: Pick<RedisServer, 'url'>,
  workspaceDir: string,
  env: Record<string, string> = {},
  more: Partial<SiteOptions> = {},
): Promise<RunningSite> {
  return startSite({
    workspaceDir,
    ...more,
    env: { SITE_URL: ORIGIN, REDIS_URL: redis.url, REVALIDATE_SECRET: SECRET, ...env },
    expectedOutput: [...READER_LINES, ...(more.expectedOutput ?? [])],
  })
}

/** Starts the writer of a workspace folder. It stops with this process. */
export function startFolderWriter(
  redis: Pick<RedisServer, 'url'>,
  workspaceDir: string,
  env: Record<string, string> = {},
) {
  const stateDir = createFolder('writer')
  return { stateDir, ...startWriter(redis, { workspaceDir, stateDir }, env) }
}

/** Starts the writer of another version, in a copy of the project, whose index has another format. */
export function startNewerWriter(
  redis: Pick<RedisServer, 'url'>,
  workspaceDir: string,
  project: string,
  env: Record<string, string>,
) {
  const index = `${project}/lib/site/working-copy.ts`
  writeFileSync(index, readFileSync(index, 'utf8').replace(/INDEX_FORMAT = \d+/, 'INDEX_FORMAT = 999'))
  const folders = { WORKSPACE_DIR: workspaceDir, STATE_DIR: `${project}/.state` }
  return startProjectCommand(project, 'sync', { ...env, ...folders, REDIS_URL: redis.url, SITE_URL: ORIGIN }, '--watch')
}

/** Returns the pending sync requests in the state folder of a writer. */
export function readSyncRequests(stateDir: string): unknown[] {
  const dir = path.join(stateDir, 'sync', 'requests')
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
  return names.map((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')))
}

export function writePier(workspaceDir: string): void {
  for (const page of [pier, child]) writePage(workspaceDir, page)
}

/** Removes the page below the pier from the folder. */
export function withdrawChild(workspaceDir: string): void {
  writePage(workspaceDir, { ...pier, children: [] })
  rmSync(path.join(workspaceDir, `${child.id}.json`))
}

/** Returns the health of a reader, with the reasons why it is not ready. */
export async function fetchReadiness(site: Pick<RunningSite, 'url'>): Promise<{ status: string; reasons: string[] }> {
  return JSON.parse((await visit(site, '/api/health')).text) as { status: string; reasons: string[] }
}

/** Waits until the health of a site is `degraded` for one reason, which contains the text. */
export const expectDegraded = (site: Pick<RunningSite, 'url'>, reason: string) =>
  eventually(() => fetchReadiness(site)).toMatchObject({
    status: 'degraded',
    reasons: [expect.stringContaining(reason)],
  })

/** Expects every line of a reader's log to be JSON, including the line about its start. */
export function expectJsonLog(site: RunningSite): void {
  const lines = site.output().trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line), line).toMatchObject({ time: expect.stringContaining('T') })
  const [event] = lines.filter((line) => line.includes('Colophon is at'))
  expect(JSON.parse(event ?? '')).toMatchObject({ level: 'info', message: expect.stringMatching(/^Colophon is at/) })
}

/** Returns the metrics of a reader by name and labels. */
export async function fetchMetrics(site: Pick<RunningSite, 'url'>, token: string): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await fetch(`${site.url}/api/metrics`, { headers })).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** Visits pages of two readers, and asserts that their metrics count it. Returns the metrics of the first one before. */
export async function expectCountedVisits(sites: readonly [RunningSite, RunningSite], token: string) {
  const PAGES = 'colophon_requests_total{kind="page",status="200"}'
  const MISSING = 'colophon_requests_total{kind="page",status="404"}'
  const HITS = 'colophon_page_cache_total{outcome="hit"}'
  const before = await fetchMetrics(sites[0], token)
  expect(before).toMatchObject({ colophon_pages: 5, colophon_redis_up: 1 })
  expect(before.colophon_search_duration_seconds_count).toBeGreaterThanOrEqual(2)
  for (let again = 0; again < 3; again++) await visit(sites[0], '/tides')
  await visit(sites[0], '/nowhere')
  const after = await fetchMetrics(sites[0], token)
  const getIncrease = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect([getIncrease(PAGES), getIncrease(MISSING), getIncrease(HITS)]).toEqual([3, 1, 3])
  // The second reader loads the rendered page from Redis.
  const shared = (await fetchMetrics(sites[1], token)).colophon_shared_pages_total ?? 0
  await visit(sites[1], '/tides')
  expect(await fetchMetrics(sites[1], token)).toMatchObject({ colophon_shared_pages_total: shared + 1 })
  return before
}

export function revalidate(site: RunningSite): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET}` }
  return fetch(`${site.url}/api/revalidate`, { method: 'POST', body: '{"all":true}', headers })
}

/** Kills readers without a shutdown, which would take seconds. Another test covers the shutdown. */
export const killSites = (...sites: RunningSite[]) => Promise.all(sites.map((site) => site.kill()))
