import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect } from '../e2e/base'
import type { RedisServer } from './redis'
import { newFolder, type RunningSite, type SiteOptions, startSite } from './site'
import { visit } from './visits'
import { type SimplePage, writePage } from './workspaces'
import { startWriter } from './writer'

const ROOT = '20000000-0000-4000-8000-000000000001'
const CHILD = '20000000-0000-4000-8000-000000000002'
const SECRET = 'revalidate-secret'
/** Visitors reach every reader at the one address of the balancer. */
export const ORIGIN = 'http://localhost:3000'

export const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: [CHILD] }
export const child: SimplePage = { id: CHILD, title: 'Tides', parent: ROOT, text: 'High at noon' }

/** What readers may log beyond the usual: about Redis and the writer, and one line a request. */
const READER_LINES = [
  /^Redis at rediss?:\/\/127\.0\.0\.1:\d+ (?:cannot be reached|refuses|responds)/,
  /^\{"time":"[^"]+","id":"[\w-]+","method":"[A-Z]+","kind":"\w+","status":\d+,"ms":\d+(?:,"path":"[^"]+")?\}$/,
  /^No writer is running for this site: /,
]

/** One of several readers of the Redis that they share. */
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

/** Starts the writer of a folder; it ends with this process. */
export function startWriterOf(redis: Pick<RedisServer, 'url'>, workspaceDir: string, env: Record<string, string> = {}) {
  const stateDir = newFolder('writer')
  return { stateDir, ...startWriter(redis, { workspaceDir, stateDir }, env) }
}

/** Returns what waits for the sync of a writer with this state folder. */
export function requestsIn(stateDir: string): unknown[] {
  const dir = path.join(stateDir, 'sync', 'requests')
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
  return names.map((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')))
}

/** A small workspace folder. */
export function newHarbour(): string {
  const workspaceDir = newFolder('harbour')
  writeHarbour(workspaceDir)
  return workspaceDir
}

export function writeHarbour(workspaceDir: string): void {
  for (const page of [root, child]) writePage(workspaceDir, page)
}

/** Takes the page below the root out of the folder. */
export function withdrawChild(workspaceDir: string): void {
  writePage(workspaceDir, { ...root, children: [] })
  rmSync(path.join(workspaceDir, `${child.id}.json`))
}

/** Returns the health of a reader, with the reasons why it is not ready. */
export async function reasonsOf(site: Pick<RunningSite, 'url'>): Promise<{ status: string; reasons: string[] }> {
  return JSON.parse((await visit(site, '/api/health')).text) as { status: string; reasons: string[] }
}

/** Every line of the log of a reader is JSON, that of its start, too. */
export function expectJsonLog(site: RunningSite): void {
  const lines = site.output().trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line), line).toMatchObject({ time: expect.stringContaining('T') })
  const [event] = lines.filter((line) => line.includes('Colophon is at'))
  expect(JSON.parse(event ?? '')).toMatchObject({ level: 'info', message: expect.stringMatching(/^Colophon is at/) })
}

/** Returns the metrics of a reader by name and labels. */
export async function metricsOf(site: Pick<RunningSite, 'url'>, token: string): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await fetch(`${site.url}/api/metrics`, { headers })).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

export function revalidate(site: RunningSite): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET}` }
  return fetch(`${site.url}/api/revalidate`, { method: 'POST', body: '{"all":true}', headers })
}

/** Ends readers without their shutdown, which takes seconds; a test of its own covers that. */
export const killSites = (...sites: RunningSite[]) => Promise.all(sites.map((site) => site.kill()))
