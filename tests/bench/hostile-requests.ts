import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolder, getPort } from '@/tests/support/site'
import type { Attack } from './hostile-clients'
import { timeOrInfinity, waitForSearch } from './hostile-time'
import { atMost, type Measurement, median } from './measurements'
import { type NpmSite, startOwnSite, sumMemory } from './npm-start'
import { writeBigWorkspace } from './workspace'

const PAGES = 8000
const ATTACKS: readonly Attack[] = ['Markdown copies', 'missing pages', 'connections', 'searches', 'bodies']
const VISITORS = 16
const ATTACK_MS = 10_000
/** Longer than the server keeps idle connections. */
const AFTER_MS = 90_000
const HOW =
  'Hostile requests: a site of 8,000 pages, started by `npm start`, that has served 16 visitors without a pause for 20 seconds. A process at another address sends all it can for ten seconds: 16 loops over the Markdown copy of the root; 16 loops over missing pages; 200 connections that stay open after a request; 250 searches of 19 misspelled words at once; 60 loops of bodies of 64 kB. Meanwhile a cached page and a search are requested alternately; medians, and infinite if a search is rejected. Sockets and memory are counted after 90 seconds and then ten seconds of ordinary requests, as is the memory before; the clients do not close the 200 connections.'

/** Measures how hostile clients affect other clients. */
export async function measureHostileRequests(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const site = await startOwnSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  await waitForSearch(site.url)
  // A warm-up, because the heap of an idle server grows under any load.
  await Promise.all(Array.from({ length: VISITORS }, () => visit(site, 2 * ATTACK_MS, 0)))
  const measurement = atMost('hostile requests', HOW)
  const measureSettledMemory = async () => {
    await pause(AFTER_MS)
    // Without requests V8 does not collect garbage.
    await visit(site, ATTACK_MS)
    return sumMemory(site.memory()).resident
  }
  const before = await measureSettledMemory()
  const measurements: Measurement[] = []
  const clients = []
  for (const attack of ATTACKS) {
    const options = { execArgv: ['--import', 'tsx'] }
    const client = fork('tests/bench/hostile-clients.ts', [attack, String(getPort(site))], options)
    clients.push(client)
    await pause(1000)
    const { page, search } = await visit(site, ATTACK_MS)
    measurements.push(
      measurement(`${attack}: a page`, page, 'ms', 50),
      measurement(`${attack}: a search`, search, 'ms', 500),
    )
    // Clients that loop would continue; the others only keep their connections open.
    if (attack !== 'connections') client.disconnect()
  }
  const after = await measureSettledMemory()
  let held = 0
  for (const client of clients.filter(({ connected }) => connected)) {
    client.send('count')
    const [open] = (await once(client, 'message')) as [number]
    held += open
    client.disconnect()
  }
  measurements.push(measurement('sockets held 90 s later', held, 'sockets', 0))
  measurements.push(measurement('memory held 90 s later', after - before, 'MB', 20))
  for (const client of clients) client.kill()
  await site.stop()
  rmSync(dir, { recursive: true })
  return measurements
}

/** Requests a cached page and a search alternately. Returns their median times in milliseconds. */
async function visit({ url }: NpmSite, forMs: number, pauseMs = 100): Promise<{ page: number; search: number }> {
  const pages: number[] = []
  const searches: number[] = []
  const until = performance.now() + forMs
  for (let at = 0; performance.now() < until; at++) {
    pages.push(await timeOrInfinity(url))
    searches.push(await timeOrInfinity(`${url}/api/search`, { method: 'POST', body: `{"query":"harbour ${at}"}` }))
    await pause(pauseMs)
  }
  return {
    page: median(pages),
    search: Math.max(median(searches), searches.includes(Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : 0),
  }
}
