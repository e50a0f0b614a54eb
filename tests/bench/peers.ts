import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createFolder, readIndex } from '../support/site'
import { WorkspaceServer } from '../support/workspace-server'
import { measureLoad } from './cache/servers'
import { type LighthouseResult, runLighthouse } from './lighthouse'
import { median } from './measurements'
import { type NpmSite, startOwnSite, startWithNpm, sumMemory } from './npm-start'
import { type Weight, weigh } from './weight'
import { prepareFolder, writeBigWorkspace } from './workspace'

const WORKSPACE = { pages: 200, least: 30, spread: 90 }
const STARTS = 3
const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 20

/** Measurements of a page. */
type PageResult = Pick<Weight, 'document' | 'script' | 'requests'> &
  Pick<LighthouseResult, 'performance' | 'blocking' | 'shift'>

/** Measurements of a site. */
interface SiteResult {
  home: PageResult
  article: PageResult
  /** Pages per second, of the article. */
  rate: number
  /** Resident memory of all processes in megabytes: after the first page, and after the load. */
  idle: number
  loaded: number
  /** Seconds from `npm start` to the whole home page. */
  start: number
}

interface Side {
  start(): Promise<NpmSite>
  starts: number[]
  rates: number[]
}

/**
 * Compares this site with a checkout of another one, both with the same generated workspace. The peer reads it from an imitation of
 * Notion's private API. Without a peer, only this site is measured. Prints a table.
 */
export async function comparePeers(peer: string | undefined, chromium: string): Promise<void> {
  const folder = createFolder('peers')
  const folders = { workspaceDir: `${folder}/workspace`, stateDir: `${folder}/state` }
  mkdirSync(folders.workspaceDir)
  writeBigWorkspace(`${folders.workspaceDir}/map.json`, WORKSPACE)
  await prepareFolder(folders)
  const { pages } = readIndex(folders.stateDir)
  const [longest] = pages.toSorted((a, b) => b.words - a.words)
  if (longest === undefined) throw new Error('The generated workspace has no pages')
  const hosted = await WorkspaceServer.start(folders.workspaceDir)
  console.log(`The root page is ${hosted.root}, the article “${longest.title}” is ${longest.id}`)
  const env = { ...hosted.env, NEXT_TELEMETRY_DISABLED: '1' }
  if (peer !== undefined) await buildPeer(peer, env)

  const sides: Record<string, Side> = {
    Colophon: { start: () => startOwnSite(folders), starts: [], rates: [] },
    ...(peer !== undefined && {
      [path.basename(path.resolve(peer))]: {
        start: () => startWithNpm(path.resolve(peer), env),
        starts: [],
        rates: [],
      },
    }),
  }
  // Starts alternate, so that other work on the machine slows all sites.
  for (let time = 1; time < STARTS; time++) {
    for (const side of Object.values(sides)) await (await startSide(side)).stop()
  }
  const results: Record<string, SiteResult> = {}
  for (const [name, side] of Object.entries(sides)) {
    const site = await startSide(side)
    results[name] = await measureSite(site, side, longest, chromium)
    await site.stop()
  }
  await hosted.stop()
  rmSync(folder, { recursive: true })
  console.log(`\n${formatComparison(results)}`)
}

async function startSide(side: Side): Promise<NpmSite> {
  const site = await side.start()
  side.starts.push(site.firstPage)
  return site
}

async function buildPeer(dir: string, env: Record<string, string>): Promise<void> {
  const child = spawn('npm', ['run', 'build'], { cwd: dir, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${dir} could not be built by npm run build`)
}

async function measureSite(
  site: NpmSite,
  { starts, rates }: Side,
  { id, title }: { id: string; title: string },
  chromium: string,
): Promise<SiteResult> {
  const idle = sumMemory(site.memory()).resident
  const url = await findPage(`${site.url}/${id.replaceAll('-', '')}`, title)
  const { port, pathname } = new URL(url)
  for (let round = 0; round < ROUNDS; round++) {
    const headers = { 'accept-encoding': 'gzip' }
    const load = { port: Number(port), path: pathname, headers, connections: CONNECTIONS, seconds: SECONDS }
    const { responses, others, seconds } = await measureLoad(load)
    if (others > 0) throw new Error(`${url} returned ${others} responses other than 200`)
    rates.push(responses / seconds)
  }
  const loaded = sumMemory(site.memory()).resident
  const home = await measurePage(site.url, chromium)
  return {
    home,
    article: await measurePage(url, chromium),
    rate: Math.max(...rates),
    idle,
    loaded,
    start: median(starts),
  }
}

/** Returns the final address of a page. Both sites find a page by its id. Throws if the response does not contain its title. */
async function findPage(address: string, title: string): Promise<string> {
  const response = await fetch(address)
  const isPage = response.status === 200 && (await response.text()).includes(title)
  if (!isPage) throw new Error(`${address} (${response.status}) is not the page “${title}” of the generated workspace`)
  return response.url
}

async function measurePage(url: string, chromium: string): Promise<PageResult> {
  const { document, script, requests } = await weigh(url, chromium)
  const { performance, blocking, shift } = await runLighthouse(url, chromium)
  return { document, script, requests, performance, blocking, shift }
}

const PAGE_ROWS: [name: string, value: (page: PageResult) => string][] = [
  ['document; script', (page) => `${page.document.toFixed(1)}; ${page.script.toFixed(1)} kB`],
  ['requests', (page) => String(page.requests)],
  ['Lighthouse performance, mobile', (page) => page.performance.toFixed(0)],
  ['total blocking time; layout shift', (page) => `${page.blocking.toFixed(0)} ms; ${page.shift.toFixed(3)}`],
]

const ROWS: [name: string, value: (site: SiteResult) => string][] = [
  ...PAGE_ROWS.map(([name, value]): (typeof ROWS)[number] => [
    `database of 100 rows in 4 views: ${name}`,
    ({ home }) => value(home),
  ]),
  ...PAGE_ROWS.map(([name, value]): (typeof ROWS)[number] => [`article: ${name}`, ({ article }) => value(article)]),
  ['pages per second', ({ rate }) => rate.toFixed(0)],
  ['memory: after the first page; after the load', ({ idle, loaded }) => `${idle.toFixed(0)}; ${loaded.toFixed(0)} MB`],
  ['`npm start` to the first page', ({ start }) => `${start.toFixed(1)} s`],
]

/** Returns a Markdown table with a column for each site. */
function formatComparison(results: Readonly<Record<string, SiteResult>>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const sites = Object.values(results)
  return [
    line(['what', ...Object.keys(results)]),
    line(['---', ...sites.map(() => '---')]),
    ...ROWS.map(([name, value]) => line([name, ...sites.map(value)])),
  ].join('\n')
}
