import type { RedisServer } from './redis'
import { newFolder, type RunningSite, type SiteOptions, startSite } from './site'
import { healthOf, soon } from './visits'
import { type SimplePage, writePage } from './workspaces'

const ROOT = '20000000-0000-4000-8000-000000000001'
const CHILD = '20000000-0000-4000-8000-000000000002'
const SECRET = 'revalidate-secret'
/** Everybody reaches every instance under the one address of the balancer. */
export const ORIGIN = 'http://localhost:3000'

export const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: [CHILD] }
export const child: SimplePage = { id: CHILD, title: 'Tides', parent: ROOT, text: 'High at noon' }

/** What instances may say beyond the usual: about Redis, one line a request, and about their sync. */
const INSTANCE_LINES = [
  /^Redis at rediss?:\/\/127\.0\.0\.1:\d+ (?:cannot be reached|refuses|answers)/,
  /^\{"time":"[^"]+","id":"[\w-]+","method":"[A-Z]+","kind":"\w+","status":\d+,"ms":\d+(?:,"path":"[^"]+")?\}$/,
  /^(Copied|Refreshed|Synced) /,
  /^\d+ of \d+ pages, /,
  /^The sync ended/,
]

/** One of several instances that publish a folder, with the Redis that they share. */
export function startInstance(
  redis: Pick<RedisServer, 'url'>,
  workspaceDir: string,
  env: Record<string, string> = {},
  more: Partial<SiteOptions> = {},
): Promise<RunningSite> {
  return startSite({
    workspaceDir,
    ...more,
    env: { SITE_URL: ORIGIN, REDIS_URL: redis.url, REVALIDATE_SECRET: SECRET, ...env },
    expectedOutput: [...INSTANCE_LINES, ...(more.expectedOutput ?? [])],
  })
}

/** A small workspace folder, and two instances that serve it. */
export async function startHarbour(redis: RedisServer, env: Record<string, string> = {}) {
  const workspaceDir = newFolder('harbour')
  for (const page of [root, child]) writePage(workspaceDir, page)
  const start = () => startInstance(redis, workspaceDir, env)
  const sites: [RunningSite, RunningSite] = await Promise.all([start(), start()])
  for (const site of sites) await soon(() => healthOf(site)).toBe('ready')
  return { workspaceDir, sites }
}

export function revalidate(site: RunningSite): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET}` }
  return fetch(`${site.url}/api/revalidate`, { method: 'POST', body: '{"all":true}', headers })
}

/** Ends instances without their shutdown, which takes seconds; a test of its own covers that. */
export const killSites = (...sites: RunningSite[]) => Promise.all(sites.map((site) => site.kill()))
