import { mkdirSync, rmSync } from 'node:fs'
import { createFolder, startSite } from '@/tests/support/site'
import { atMost, type Measurement } from './measurements'
import { timeResponse } from './time-response'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const PATHS = ['/sitemap.xml', '/llms.txt', '/feed.xml', '/feed.json']
const HOW =
  'Formats: a public site of 10,000 pages, half of them dated rows; each file is requested once after the site has started and one page was visited, before it is cached. `/llms-full.txt` is read twice, all of its parts one after the other.'

/** Returns the seconds until the first byte of the slowest part, and until all parts are complete. */
async function readFullText(url: string): Promise<{ firstByte: number; complete: number }> {
  const started = performance.now()
  const list = await (await fetch(`${url}/llms-full.txt`)).text()
  const parts = list.match(/\/llms-full-\d+\.txt/g) ?? []
  if (parts.length === 0) throw new Error('The text of all pages has no parts')
  let firstByte = 0
  for (const part of parts) {
    const requested = performance.now()
    const { body } = await fetch(url + part)
    let size = 0
    for await (const chunk of body ?? []) {
      if (size === 0) firstByte = Math.max(firstByte, (performance.now() - requested) / 1000)
      size += chunk.byteLength
    }
    if (size === 0) throw new Error(`${part} is empty`)
  }
  return { firstByte, complete: (performance.now() - started) / 1000 }
}

/** Measures how long feeds, sitemap and `llms.txt` take on a large site. */
export async function measureFormats(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  await timeResponse(site.url)
  const measurement = atMost('10,000 pages', HOW)
  const measurements: Measurement[] = []
  for (const path of PATHS) {
    measurements.push(measurement(path, (await timeResponse(site.url + path)) / 1000, 's', 1))
  }
  const first = await readFullText(site.url)
  const again = await readFullText(site.url)
  measurements.push(
    measurement('/llms-full.txt, all parts: first byte of a part, at most', first.firstByte, 's', 1),
    measurement('… complete', first.complete, 's', 150),
    measurement('… first byte afterwards, at most', again.firstByte * 1000, 'ms', 50),
  )
  await site.stop()
  rmSync(dir, { recursive: true })
  return measurements
}
