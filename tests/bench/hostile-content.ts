import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { megabytesOf } from '@/tests/support/processes'
import { idOf } from '@/tests/support/records'
import { newFolder, startSite } from '@/tests/support/site'
import { COPIES, hostileMap, ORDINARY, ordinaryPages, pagesByKind } from './hostile-map'
import { responseTime, untilSearchable } from './hostile-time'
import { atMost, type Measurement, median } from './measurements'

const SAMPLE_MS = 250
const HOW = `Hostile content: ${COPIES} pages of each kind of content that once took seconds or minutes (rollups of rollups, equations, code, long words and addresses, options, boards, formulas, time zones), each requested once on a server that has answered before, with its Markdown copy, its first row and the list of its rows. Meanwhile, in turn, a page that is cached and each of ${ORDINARY} ordinary pages for the first time; medians. Memory: the most that all processes of the site had, looked at four times a second.`

/** What hostile content costs those who read it, and those who read other pages. */
export async function measureHostileContent(): Promise<Measurement[]> {
  const dir = newFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeFileSync(`${dir}/workspace/map.json`, JSON.stringify(hostileMap()))
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  const paths = new Map(site.index().pages.map(({ id, path }) => [id, path]))
  const urlOf = (name: string) => `${site.url}/${paths.get(idOf(name)) ?? 'missing'}`
  await untilSearchable(site.url)
  // The first page that is not cached starts the page thread.
  for (const url of [site.url, urlOf('first')]) await responseTime(url)

  let isOver = false
  let memory = 0
  const watch = async () => {
    for (; !isOver; await pause(SAMPLE_MS)) memory = Math.max(memory, megabytesOf(site.pid))
  }
  const cached: number[] = []
  const uncached: number[] = []
  const visit = async () => {
    const pages = ordinaryPages()
    for (let page = pages.pop(); !isOver; page = pages.pop()) {
      cached.push(await responseTime(site.url))
      if (page !== undefined) uncached.push(await responseTime(urlOf(page)))
      await pause(100)
    }
  }
  const others = [watch(), visit()]
  let slowest = 0
  for (const [kind, pages] of Object.entries(pagesByKind())) {
    const times = []
    for (const page of pages) {
      const rows = `${site.url}/rows/${idOf(`${page} view`).slice(0, 8)}/1/${paths.get(idOf(page))}`
      const more = paths.has(idOf(`${page} row 0`)) ? [urlOf(`${page} row 0`), rows] : []
      for (const url of [urlOf(page), `${urlOf(page)}.md`, ...more]) times.push(await responseTime(url))
    }
    console.log(`Hostile content, ${kind}: ${times.map(Math.round).join(', ')} ms`)
    slowest = Math.max(slowest, ...times)
  }
  const search = await responseTime(`${site.url}/api/search`, { method: 'POST', body: '{"query":"ordinary"}' })
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
