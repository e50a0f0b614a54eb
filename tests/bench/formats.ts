import { mkdirSync, rmSync } from 'node:fs'
import { newFolder, startSite } from '@/tests/support/site'
import type { Figure } from './figures'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const PATHS = ['/sitemap.xml', '/llms.txt', '/feed.xml', '/feed.json']
const HOW =
  'Formats: a public site of 10,000 pages, half of them dated rows; each file is asked for once after the site has started and one page was visited, when nothing of it is remembered.'

/** How long the files for machines take to make on a large site. */
export async function formatFigures(): Promise<Figure[]> {
  const dir = newFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  await take(site.url)
  const figures: Figure[] = []
  for (const path of PATHS) {
    const started = performance.now()
    await take(site.url + path)
    figures.push({
      name: `10,000 pages: ${path}`,
      measured: (performance.now() - started) / 1000,
      unit: 's',
      limit: 1,
      limitIs: 'most',
      how: HOW,
    })
  }
  await site.stop()
  rmSync(dir, { recursive: true })
  return figures
}

async function take(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}
