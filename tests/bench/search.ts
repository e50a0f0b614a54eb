import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { atMost, type Measurement } from './measurements'
import type { IndexCosts } from './search-process'
import { createWord, createZipfSource, prepareFolder, writeBigWorkspace } from './workspace'

const PAGES = 10_000
const VOCABULARY = 100_000
const QUERIES = 500
const CONCURRENCY = 20
const HOW =
  'Search: 10,000 pages as for scale, and 10,000 pages of 100,000 made-up words by Zipf’s law. The index from nothing and from disk in a separate process; its memory is what it adds to the heap, measured after garbage collection. 500 queries to POST /api/search (one word, three words, a prefix, a misspelling, Chinese, no results), one after the other and 20 at a time, while pages are fetched; medians of pages before and meanwhile.'

/** Measures the cost of the search index and the time of searches, for two large workspaces. */
export async function measureSearch(): Promise<Measurement[]> {
  const harbour = 'harbour tide vessel keeper signal lantern anchor cargo ledger chart'.split(' ')
  const zipf = Array.from({ length: 200 }, (_, each) => createWord(Math.floor(VOCABULARY ** (each / 200))))
  return [
    ...(await measureSite('10,000 pages', {}, harbour, { built: 15, loaded: 1.5, memory: 250 })),
    ...(await measureSite('100,000 words', { words: createZipfSource(VOCABULARY) }, zipf, {
      built: 30,
      loaded: 3,
      memory: 400,
    })),
  ]
}

async function measureSite(
  name: string,
  more: { words?: ReturnType<typeof createZipfSource> },
  words: string[],
  limits: Pick<IndexCosts, 'built' | 'loaded' | 'memory'>,
): Promise<Measurement[]> {
  const dir = createFolder('bench')
  const [workspaceDir, stateDir] = [`${dir}/workspace`, `${dir}/state`]
  mkdirSync(workspaceDir)
  writeBigWorkspace(`${workspaceDir}/map.json`, { pages: PAGES, least: 12, spread: 24, ...more })
  await prepareFolder({ workspaceDir, stateDir })
  const costs = await measureIndex({ WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir })
  const site = await startSite({ workspaceDir, stateDir, env: { SEARCH_RATE: '1000000' } })
  const times = await measureTimes(site, words)
  await site.stop()
  rmSync(dir, { recursive: true })
  const measurement = atMost(`search, ${name}`, HOW)
  return [
    measurement('index from nothing', costs.built, 's', limits.built),
    measurement('index from disk', costs.loaded, 's', limits.loaded),
    measurement('memory', costs.memory, 'MB', limits.memory),
    measurement('one changed page', costs.updated, 'ms', 50),
    measurement('… blocks a query for', costs.heldUp, 'ms', 50),
    measurement('query, median', times.median, 'ms', 25),
    measurement('query, 95%', times.most, 'ms', 60),
    measurement(`query, 95%, ${CONCURRENCY} at a time`, times.together / times.most, 'times', 25),
    measurement('pages meanwhile', times.pages, 'times', 3),
  ]
}

async function measureIndex(env: Record<string, string>): Promise<IndexCosts> {
  const child = fork('tests/bench/search-process.ts', {
    execArgv: ['--expose-gc', '--conditions=react-server', '--import', 'tsx'],
    env: { ...process.env, ...env },
  })
  const [costs] = (await once(child, 'message')) as [IndexCosts]
  return costs
}

/** Returns the milliseconds of single and of concurrent searches, and how many times longer a page takes meanwhile. */
async function measureTimes(site: RunningSite, words: string[]) {
  let sentCount = 0
  const timeSearch = async (text: string) => {
    // No query is sent twice, because the second would get a cached result.
    const query = `${' '.repeat(sentCount % 40)}${text}${' '.repeat(Math.floor(sentCount++ / 40))}`
    const started = performance.now()
    const response = await fetch(`${site.url}/api/search`, { method: 'POST', body: JSON.stringify({ query }) })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`"${query}" got the status ${response.status}`)
    return performance.now() - started
  }
  await waitForIndex(site)
  const queries = Array.from({ length: QUERIES }, (_, index) => createQuery(index, words))
  for (const each of queries.slice(0, 30)) await timeSearch(each)

  const single: number[] = []
  for (const each of queries) single.push(await timeSearch(each))
  const pagesBefore = await timePages(site, 100)

  const together: number[] = []
  let next = 0
  const searching = Array.from({ length: CONCURRENCY }, async () => {
    while (next < queries.length) together.push(await timeSearch(queries[next++] ?? ''))
  })
  const pagesMeanwhile = await timePages(site, 100)
  await Promise.all(searching)
  return {
    median: getPercentile(single, 50),
    most: getPercentile(single, 95),
    together: getPercentile(together, 95),
    pages: getPercentile(pagesMeanwhile, 50) / getPercentile(pagesBefore, 50),
  }
}

/** Waits until the site has its index. */
async function waitForIndex(site: RunningSite): Promise<void> {
  const body = JSON.stringify({ query: 'x' })
  for (;;) {
    const { status } = await fetch(`${site.url}/api/search`, { method: 'POST', body })
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function timePages(site: RunningSite, count: number): Promise<number[]> {
  const paths = site.index().pages.slice(1, 11)
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const started = performance.now()
    await (await fetch(`${site.url}/${paths[index % paths.length]?.path}`)).arrayBuffer()
    times.push(performance.now() - started)
  }
  return times
}

function createQuery(index: number, words: string[]): string {
  const word = (offset: number) => words[(index * 7 + offset * 13) % words.length] ?? ''
  switch (index % 6) {
    case 0:
      return word(0)
    case 1:
      return `${word(0)} ${word(1)} ${word(2)}`
    case 2:
      return word(0).slice(0, 4)
    case 3:
      return `${word(0).slice(0, 2)}x${word(0).slice(2)}`
    case 4:
      return '全文搜索'
    default:
      return `qqzz${index}`
  }
}

function getPercentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
