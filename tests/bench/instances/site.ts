import { setTimeout as pause } from 'node:timers/promises'
import { type RunningSite, type SiteOptions, startSite } from '@/tests/support/site'

/** The public address of all instances. The measurements use the instances' own ports, for which pages are the same. */
const ORIGIN = 'http://localhost:3000'
const READY_WITHIN_MS = 120_000

/** Starts one of several instances, and waits until it is ready for visitors. */
export async function startInstance({ env, ...options }: SiteOptions): Promise<RunningSite> {
  const site = await startSite({
    ...options,
    env: { SITE_URL: ORIGIN, TRUST_PROXY: '1', ...env },
    expectedOutput: [/^\{"time":/, /^No writer is running for this site: /],
  })
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady(site)); await pause(20)) {
    if (Date.now() > until) throw new Error(`An instance is not ready:\n${site.output()}`)
  }
  return site
}

async function isReady({ url }: RunningSite): Promise<boolean> {
  const response = await fetch(`${url}/api/health`)
  await response.arrayBuffer()
  return response.status === 200
}

/** Returns the paths of all pages in the sitemap. */
export async function fetchPublicPaths({ url }: Pick<RunningSite, 'url'>): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}
