import { rmSync } from 'node:fs'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { createFolder, getPort, readIndex } from '@/tests/support/site'
import { measureLoad, readCpuTime } from './cache/servers'
import { atMost, type Measurement } from './measurements'
import { type NpmSite, startOwnSite } from './npm-start'

const ROWS = 10_000
/** A simple table of Notion is long enough with so many rows. */
const ROWS_IN_A_TABLE = 1000
const PAGES = 50
const ROUNDS = 5
const PATH = '/page-7'
const LOAD = { headers: { 'accept-encoding': 'gzip' }, connections: 20, seconds: 3 }
const HOW = `Redirects: two sites of ${PAGES} pages, started by \`npm start\`, one of them with ${ROWS} rows in \`Redirects\` tables: three quarters are paths with capitals and extensions, the others queries and paths with a \`*\`. Processor time of the server for each response with a cached page, the least of ${ROUNDS} alternating rounds; and processor time of a preparation beyond that of the site without rows.`

/** Measures what 10,000 redirects cost a page and the preparation. */
export async function measureRedirects(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  const [none, many] = [`${dir}/none`, `${dir}/many`]
  writeSite(none, 0)
  writeSite(many, ROWS)
  const preparation = (await prepare(many)) - (await prepare(none))
  const sites = [await start(none), await start(many)] as const
  const { exact, queries, wildcards } = readIndex(`${many}-state`).redirects
  const used = Object.keys(exact).length + Object.keys(queries).length + wildcards.length
  if (used < ROWS) throw new Error(`Only ${used} redirects are used`)
  const costs: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Servers alternate, so that other work on the machine slows both of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, site] of sites.entries()) costs[at] = Math.min(costs[at] ?? 0, await measureCost(site))
  }
  for (const site of sites) await site.stop()
  rmSync(dir, { recursive: true })
  const measurement = atMost('10,000 redirects', HOW)
  return [
    measurement('a cached page, relative to a site without any', costs[1] / costs[0], 'times', 1.05),
    measurement('processor time of a preparation', preparation, 's', 2),
  ]
}

const start = (workspaceDir: string) => startOwnSite({ workspaceDir, stateDir: `${workspaceDir}-state` })

/** Returns the seconds of processor time for a response. */
async function measureCost(site: NpmSite): Promise<number> {
  const before = readCpuTime(site.pid)
  const { responses, others, warmUp } = await measureLoad({ ...LOAD, port: getPort(site), path: PATH })
  if (others > 0) throw new Error(`${others} responses other than 200`)
  return (readCpuTime(site.pid) - before) / (responses + warmUp)
}

/** Returns the seconds of processor time of a preparation in this process. */
async function prepare(workspaceDir: string): Promise<number> {
  const settings = { WORKSPACE_DIR: workspaceDir, STATE_DIR: `${workspaceDir}-prepared`, SITE_URL: 'https://a.example' }
  const before = process.cpuUsage()
  await prepareSite(readEnv(settings, '/'), Date.now())
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

function writeSite(dir: string, count: number): void {
  const rows = Array.from({ length: count }, (_, at) => [createAddress(at), `/page-${at % PAGES}`])
  const tables = Array.from({ length: Math.ceil(count / ROWS_IN_A_TABLE) }, (_, at) =>
    table([['Redirects', 'To'], ...rows.slice(at * ROWS_IN_A_TABLE, (at + 1) * ROWS_IN_A_TABLE)]),
  )
  const pages = Array.from({ length: PAGES }, (_, at) => page(`Page ${at}`, {}, [text(`The text of page ${at}`)]))
  writeWorkspace(dir, buildWorkspace(page('Home', { key: 'home' }, [...tables, ...pages]), { files: {} }))
}

function createAddress(at: number): string {
  if (at % 8 === 6) return `/index.php?p=${at}`
  if (at % 8 === 7) return `/section-${at}/*`
  return `/Archive/${at}/Entry-${at}.${at % 2 === 0 ? 'html' : 'php'}`
}
