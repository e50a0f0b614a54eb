import { mkdirSync, rmSync } from 'node:fs'
import { countLeastRequests } from '@/tests/support/official/least-requests'
import { createFolder } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { measureReportedEdits } from './live'
import { atMost, type Measurement } from './measurements'
import { runSync, sumCounts } from './sync'
import { writeBigWorkspace } from './workspace'

const PAGES = 1000
const MANY_PAGES = 10_000
const EDITS = 20
const HOW =
  '`npm run sync` through Notion’s official API of the loopback workspace server, at 1,000 requests a second; requests as the server counted them, compared with the fewest that return all pages, databases and views; memory is the largest resident size of the process.'

interface Requests {
  /** Relative to the fewest possible. */
  first: number
  unchanged: number
  edited: number
  megabytes: number
}

/** Measures the official API: requests of the first sync and of refreshes, memory, and the time until an edit is visible. */
export async function measureOfficialApi(): Promise<Measurement[]> {
  const sample = await measure('workspace')
  const generated = await measureGenerated(PAGES)
  const many = await measureGenerated(MANY_PAGES)
  const { seconds } = await measureReportedEdits((workspace) => workspace.officialEnv)
  const measurement = atMost('official API', HOW)
  return [
    measurement('requests of a first sync of the sample, relative to the fewest', sample.first, 'times', 1.1),
    measurement(`… of ${PAGES} generated pages`, generated.first, 'times', 1.1),
    measurement('requests of a refresh without changes', generated.unchanged, 'requests', 2),
    measurement(`requests of a refresh after ${EDITS} edits`, generated.edited, 'requests', 100),
    measurement('edit to visible, after a webhook', seconds, 's', 2),
    measurement(`memory for ${MANY_PAGES} pages`, many.megabytes, 'MB', 500),
  ]
}

async function measureGenerated(pages: number): Promise<Requests> {
  const dir = createFolder('bench-official-pages')
  mkdirSync(`${dir}/hosted`)
  writeBigWorkspace(`${dir}/hosted/map.json`, { pages, least: 12, spread: 24 })
  const requests = await measure(`${dir}/hosted`)
  rmSync(dir, { recursive: true })
  return requests
}

async function measure(source: string): Promise<Requests> {
  const dir = createFolder('bench-official')
  const server = await WorkspaceServer.start(source)
  const env = { ...server.officialEnv, WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state`, SYNC_RATE: '1000' }
  const least = countLeastRequests(server.data)
  const megabytes = await runSync(env)
  const first = takeRequests(server) / least
  await runSync(env)
  const unchanged = takeRequests(server)
  const pages = server.data.pages()
  for (let edit = 0; edit < EDITS; edit++) {
    const page = pages[Math.floor((edit * pages.length) / EDITS)]
    if (page !== undefined) server.editor.write(page.id, `Edit ${edit}`)
  }
  await runSync(env)
  const edited = takeRequests(server)
  await server.stop()
  rmSync(dir, { recursive: true })
  return { first, unchanged, edited, megabytes }
}

function takeRequests(server: WorkspaceServer): number {
  const { file: _, ...counts } = server.takeCounts()
  return sumCounts(counts)
}
