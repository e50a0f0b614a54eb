import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { measureMegabytes } from '@/tests/support/processes'
import { createId } from '@/tests/support/records'
import { createFolder, startSite } from '@/tests/support/site'
import { COPIES, createHostileMap, listHostilePages, listOrdinaryPages, ORDINARY_PAGES } from './hostile-map'
import { timeOrInfinity, waitForSearch } from './hostile-time'
import { atMost, type Measurement, median } from './measurements'

const SAMPLE_MS = 250
const HOW = `Hostile content: ${COPIES} pages of each kind of content in large amounts (1,000 blocks, 400,000 characters, 2,000 links, rollups of 30 rows, 300 equations, 200 kB of code, 40,000 options, boards with sub-groups, formulas of 500 rows, 1,000 dates in 100 time zones), each requested once on a server that has responded before, with its Markdown copy, its first row and the list of its rows. Meanwhile, alternately, a cached page and each of ${ORDINARY_PAGES} ordinary pages for the first time; medians. Memory: the maximum of all processes of the site, sampled four times a second.`

/** Measures how large content slows its own pages and other pages. */
export async function measureHostileContent(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeFileSync(`${dir}/workspace/map.json`, JSON.stringify(createHostileMap()))
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  const paths = new Map(site.index().pages.map(({ id, path }) => [id, path]))
  const getUrl = (name: string) => `${site.url}/${paths.get(createId(name)) ?? 'missing'}`
  await waitForSearch(site.url)
  // The first page that is not cached starts the page thread.
  for (const url of [site.url, getUrl('first')]) await timeOrInfinity(url)

  let isOver = false
  let memory = 0
  const watch = async () => {
    for (; !isOver; await pause(SAMPLE_MS)) memory = Math.max(memory, measureMegabytes(site.pid))
  }
  const cached: number[] = []
  const uncached: number[] = []
  const visit = async () => {
    const pages = listOrdinaryPages()
    for (let page = pages.pop(); !isOver; page = pages.pop()) {
      cached.push(await timeOrInfinity(site.url))
      if (page !== undefined) uncached.push(await timeOrInfinity(getUrl(page)))
      await pause(100)
    }
  }
  const others = [watch(), visit()]
  let slowest = 0
  for (const [kind, pages] of Object.entries(listHostilePages())) {
    const times = []
    for (const page of pages) {
      const rows = `${site.url}/rows/${createId(`${page} view`).slice(0, 8)}/1/${paths.get(createId(page))}`
      const more = paths.has(createId(`${page} row 0`)) ? [getUrl(`${page} row 0`), rows] : []
      for (const url of [getUrl(page), `${getUrl(page)}.md`, ...more]) times.push(await timeOrInfinity(url))
    }
    console.log(`Hostile content, ${kind}: ${times.map(Math.round).join(', ')} ms`)
    slowest = Math.max(slowest, ...times)
  }
  const search = await timeOrInfinity(`${site.url}/api/search`, { method: 'POST', body: '{"query":"ordinary"}' })
  isOver = true
  await Promise.all(others)
  await site.stop()
  rmSync(dir, { recursive: true })
  const measurement = atMost('hostile content', HOW)
  return [
    measurement('the slowest response', slowest, 'ms', 2000),
    measurement('a cached page', median(cached), 'ms', 50),
    measurement('an uncached page', median(uncached), 'ms', 500),
    measurement('a search', search, 'ms', 500),
    measurement('memory of all processes', memory, 'MB', 700),
  ]
}
