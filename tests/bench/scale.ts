import { mkdirSync, rmSync } from 'node:fs'
import { createFolder } from '@/tests/support/site'
import { fetchPublicPaths } from './instances/site'
import { atMost, type Measurement } from './measurements'
import { printMemory } from './memory'
import { startOwnSite, sumMemory } from './npm-start'
import { timeResponse } from './time-response'
import { prepareFolder, writeBigWorkspace } from './workspace'

const PAGES = 10_000
const VISITED = 1000
const HOW =
  'Scale: 10,000 pages of 12 to 36 blocks as one big map; first index is the preparation of an empty state folder; first page is from the start of `npm start` over that state; memory is the resident size of all processes without npm, once the search has its index.'

/** Measures a workspace of 10,000 pages: the first index, a start from the saved one, and memory after many pages. */
export async function measureScale(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  const folders = { workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` }
  mkdirSync(folders.workspaceDir)
  writeBigWorkspace(`${folders.workspaceDir}/map.json`, { pages: PAGES, least: 12, spread: 24 })

  const indexed = await prepareFolder(folders)
  // The search saves its index, which a later start finds.
  await (await startOwnSite(folders)).stop()

  const site = await startOwnSite(folders)
  const paths = (await fetchPublicPaths(site)).slice(1, 1 + VISITED)
  for (const path of paths) await timeResponse(site.url + path)
  await checkSearch(site.url)
  const memory = site.memory()
  printMemory(`After ${paths.length} of ${PAGES} pages`, memory)
  await site.stop()
  rmSync(dir, { recursive: true })

  const measurement = atMost('10,000 pages', HOW)
  return [
    measurement('first index', indexed, 's', 30),
    measurement('first page after a start from the saved index', site.firstPage, 's', 3),
    measurement(`memory with search after ${VISITED} pages`, sumMemory(memory).resident, 'MB', 450),
  ]
}

/** Throws unless the search has its index. */
async function checkSearch(url: string): Promise<void> {
  const response = await fetch(`${url}/api/search`, { method: 'POST', body: JSON.stringify({ query: 'harbour' }) })
  const { total } = (await response.json()) as { total?: number }
  if (!total) throw new Error('The search found nothing')
}
