import { mkdirSync, rmSync } from 'node:fs'
import { newFolder, startSite } from '@/tests/support/site'
import { answerTime } from './answer-time'
import { atMost, type Measurement } from './measurements'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const PATHS = ['/sitemap.xml', '/llms.txt', '/feed.xml', '/feed.json']
const HOW =
  'Formats: a public site of 10,000 pages, half of them dated rows; each file is asked for once after the site has started and one page was visited, when nothing of it is remembered.'

/** How long the files for machines take to make on a large site. */
export async function measureFormats(): Promise<Measurement[]> {
  const dir = newFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  await answerTime(site.url)
  const measurement = atMost('10,000 pages', HOW)
  const measurements: Measurement[] = []
  for (const path of PATHS) {
    measurements.push(measurement(path, (await answerTime(site.url + path)) / 1000, 's', 1))
  }
  await site.stop()
  rmSync(dir, { recursive: true })
  return measurements
}
