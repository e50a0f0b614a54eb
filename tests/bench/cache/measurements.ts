import { setTimeout as pause } from 'node:timers/promises'
import type { SiteIndex } from '@/lib/site/site-index'
import { createFolder, getPort, readIndex } from '@/tests/support/site'
import { writePage } from '@/tests/support/workspaces'
import { load } from '../instances/load'
import { atMost, getPercentile, type Measurement } from '../measurements'
import { startOwnSite, sumMemory } from '../npm-start'
import {
  type ComparedServer,
  measureLoad,
  readCpuTime,
  startBareNode,
  startEmptyNext,
  startNginx,
  startPeer,
} from './servers'

const GZIP = { 'accept-encoding': 'gzip' }
const CONNECTIONS = 20
const SECONDS = 5
const ROUNDS = 3
const RATE = 1000
const RATE_SECONDS = 10
const PAGES = 80
/** After this time without requests, the threads that only some requests need have ended. */
const IDLE_MS = 30_000

/** Measures how fast cached pages are sent, relative to an empty page of Next.js in the same run. `peer` is a built checkout of the starter kit. */
export async function measureCache(peer?: string): Promise<Measurement[]> {
  const stateDir = createFolder('cached')
  const site = await startOwnSite({ workspaceDir: 'workspace', stateDir })
  const index = readIndex(stateDir)
  const article = findArticle(index)
  const html = Buffer.from(await (await fetch(site.url + article)).arrayBuffer())
  const empty = await startEmptyNext()
  const nginx = await startNginx(html)
  const bare = await startBareNode(html)
  const starterKit = peer === undefined ? undefined : await startPeer(peer)
  const own: ComparedServer = { port: getPort(site), path: article, pid: site.pid, stop: () => site.stop() }
  const best: Record<string, number> = {}
  /** The least milliseconds of processor time for 1,000 pages. */
  const cpu: Record<string, number> = {}
  // Servers alternate, so that other work on the machine slows all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, server] of Object.entries({ own, bare, empty, nginx, starterKit })) {
      if (server === undefined) continue
      const before = readCpuTime(server.pid)
      const { responses, others, warmUp, seconds } = await measureLoad({
        ...server,
        headers: GZIP,
        connections: CONNECTIONS,
        seconds: SECONDS,
      })
      if (others > 0) throw new Error(`${name}: ${others} responses other than 200`)
      best[name] = Math.max(best[name] ?? 0, responses / seconds)
      const spent = ((readCpuTime(server.pid) - before) / (responses + warmUp)) * 1000
      cpu[name] = Math.min(cpu[name] ?? spent, spent)
    }
  }
  console.log(
    `Pages per second: ${Object.entries(best)
      .map(([name, rate]) => `${name} ${Math.round(rate)}`)
      .join(', ')}`,
  )
  for (const server of [empty, nginx, bare, starterKit]) await server?.stop()
  const late = await measureFixedRate(site.url, index, article)
  await site.stop()
  const how = `the longest article of the sample by \`npm start\`, in gzip, ${CONNECTIONS} connections, ${SECONDS} s, the best of ${ROUNDS} rounds in turn; nginx with one worker and a compressed file: ${Math.round(best.nginx ?? 0)} a second; Node.js alone: ${Math.round(best.bare ?? 0)} a second, ${Math.round(cpu.bare ?? 0)} ms for 1,000`
  const measurement = atMost('cached page', how)
  const least = (name: string, measured: number, limit: number): Measurement => ({
    ...measurement(name, measured, 'times', limit),
    limitIs: 'least',
  })
  return [
    least('pages per second, relative to an empty page of Next.js', (best.own ?? 0) / (best.empty ?? 0), 10),
    ...(starterKit === undefined
      ? []
      : [least('pages per second, relative to the starter kit', (best.own ?? 0) / (best.starterKit ?? 0), 30)]),
    measurement('processor time of 1,000 pages', cpu.own ?? 0, 'ms', 30),
    measurement(
      'processor time, relative to bare Node.js with the same bytes',
      (cpu.own ?? 0) / (cpu.bare ?? 0),
      'times',
      1.8,
    ),
    measurement(`p99 at ${RATE} per second, with one uncached page per second`, late, 'ms', 60),
    ...(await measureEdits()),
  ]
}

const findArticle = (index: SiteIndex) => {
  const pages = index.pages.filter((page) => page.access.kind === 'public')
  return encodeURI(`/${pages.toSorted((a, b) => b.words - a.words)[0]?.path}`)
}

/** Returns the 99th percentile of response times in milliseconds, at a fixed rate, from the planned time of each request. */
async function measureFixedRate(origin: string, index: SiteIndex, article: string): Promise<number> {
  const others = index.pages.filter((page) => page.access.kind === 'public' && page.path !== '')
  const renders: Promise<unknown>[] = []
  // A plain copy of a page is not cached at its first visit.
  const timer = setInterval(() => {
    const path = others[renders.length % others.length]?.path
    renders.push(fetch(encodeURI(`${origin}/plain/${path}`)).then((response) => response.arrayBuffer()))
  }, 1000)
  const { times, failures } = await load({
    urls: [origin + article],
    seconds: RATE_SECONDS,
    pace: { perSecond: RATE },
  })
  clearInterval(timer)
  await Promise.all(renders)
  if (failures.length > 0) throw new Error(`${failures.length} requests failed: ${failures[0]?.why}`)
  return getPercentile(times, 0.99)
}

/** Measures stale responses after an edit was visible, and memory. */
async function measureEdits(): Promise<Measurement[]> {
  const dir = createFolder('cached')
  const createId = (number: number) => `30000000-0000-4000-8000-0000000${String(10_000 + number)}`
  const page = (number: number, text: string) => ({
    id: createId(number),
    title: `Page ${number}`,
    parent: createId(0),
    text,
  })
  const numbers = Array.from({ length: PAGES }, (_, number) => number + 1)
  writePage(dir, { id: createId(0), title: 'Root', text: 'Welcome', children: numbers.map(createId) })
  for (const number of numbers) writePage(dir, page(number, 'Former text. '.repeat(200)))
  const folders = { workspaceDir: dir, stateDir: createFolder('cached') }
  const site = await startOwnSite(folders, { NOTION_ROOT_PAGE: createId(0) })
  for (let at = 0; at < 10_000; at += CONNECTIONS) {
    const visits = Array.from({ length: CONNECTIONS }, (_, more) =>
      fetch(`${site.url}/page-${((at + more) % PAGES) + 1}`, { headers: GZIP }),
    )
    for (const response of await Promise.all(visits)) await response.arrayBuffer()
  }
  const memory = sumMemory(site.memory()).resident
  await pause(IDLE_MS)
  console.log(`Memory ${IDLE_MS / 1000} s after 10,000 requests: ${sumMemory(site.memory()).resident.toFixed(0)} MB`)
  let staleCount = 0
  let counted = 0
  let isVisible = false
  const read = async () => {
    while (counted < 10_000) {
      const wasVisible = isVisible
      const text = await (await fetch(`${site.url}/page-1`, { headers: GZIP })).text()
      const isStale = !text.includes('Newer text.')
      if (!isStale) isVisible = true
      if (!wasVisible) continue
      counted++
      if (isStale) staleCount++
    }
  }
  const reading = Promise.all(Array.from({ length: CONNECTIONS }, read))
  writePage(dir, page(1, 'Newer text. '.repeat(200)))
  await reading
  await site.stop()
  const how = `${PAGES} pages of 400 words, 10,000 requests each`
  const measurement = atMost('cached page', how)
  return [
    measurement('stale responses after an edit was visible', staleCount, 'of 10,000', 0),
    measurement('resident memory after 10,000 requests', memory, 'MB', 180),
  ]
}
