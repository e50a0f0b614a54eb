import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createFolder, readIndex } from '../support/site'
import { WorkspaceServer } from '../support/workspace-server'
import { measureLoad } from './cache/servers'
import { type ComparedPage, findArticle, listSitemap, requireText } from './find-article'
import { type FirstTaps, measureFirstTaps } from './first-tap'
import { type LighthouseResult, runLighthouse } from './lighthouse'
import { median } from './measurements'
import { type NpmSite, startOwnSite, startWithNpm, sumMemory } from './npm-start'
import { spawnGroup } from './process-group'
import { type Reading, readPage } from './visit'
import { prepareFolder, writeBigWorkspace } from './workspace'

const WORKSPACE = { pages: 200, least: 30, spread: 90 }
const STARTS = 3
const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 20
const REQUESTS = 10_000

/** Measurements of a page. */
interface PageResult extends Reading, Pick<LighthouseResult, 'performance' | 'blocking'> {
  /** Kilobytes, gzip. */
  document: number
}

/** Measurements of a site. */
interface SiteResult {
  home: PageResult
  article: PageResult
  /** On the home page; undefined if it has no tabs. */
  taps: FirstTaps | undefined
  /** Pages per second, of the article. */
  rate: number
  /** Resident memory of all processes in megabytes: after the first page, and after requests to all pages. */
  idle: number
  loaded: number
  /** Seconds from `npm start` to the whole home page. */
  start: number
}

interface GeneratedBlock {
  type: string
  parent_id: string
  parent_table: string
  properties?: { title: [string, ...unknown[]][] }
}
type GeneratedMap = { block: Record<string, { value: GeneratedBlock }> }

/** Pages of the generated workspace that both sites must show. */
interface ComparedPages {
  article: ComparedPage
  /** Titles of the rows on the home page. */
  rows: string[]
}

interface Side {
  start(): Promise<NpmSite>
  /** The address of the article without the origin. */
  article?: string
  starts: number[]
  rates: number[]
}

/**
 * Compares this site with checkouts of others or of an older version, all with the same generated workspace. Peers read it from an
 * imitation of Notion's private API. Without a peer, only this site is measured. Prints a table.
 */
export async function comparePeers(peers: readonly string[], chromium: string): Promise<void> {
  const folder = createFolder('peers')
  const folders = { workspaceDir: `${folder}/workspace`, stateDir: `${folder}/state` }
  mkdirSync(folders.workspaceDir)
  writeBigWorkspace(`${folders.workspaceDir}/map.json`, WORKSPACE)
  await prepareFolder(folders)
  const { pages } = readIndex(folders.stateDir)
  const [longest] = pages.toSorted((a, b) => b.words - a.words)
  if (longest === undefined) throw new Error('The generated workspace has no pages')
  const compared = readComparedPages(`${folders.workspaceDir}/map.json`, longest)
  const hosted = await WorkspaceServer.start(folders.workspaceDir)
  console.log(`The root page is ${hosted.root}, the article is “${longest.title}”`)
  const env = { ...hosted.env, NEXT_TELEMETRY_DISABLED: '1' }
  const sides: Record<string, Side> = {
    Colophon: { start: () => startOwnSite(folders), starts: [], rates: [] },
    ...Object.fromEntries(
      peers.map((peer): [string, Side] => {
        const name = path.basename(path.resolve(peer))
        const own = { WORKSPACE_DIR: folders.workspaceDir, STATE_DIR: `${folder}/state-${name}` }
        const start = () => startWithNpm(path.resolve(peer), isOlderVersion(peer) ? own : env)
        return [name, { start, starts: [], rates: [] }]
      }),
    ),
  }
  try {
    for (const peer of peers) await buildPeer(peer, env)
    // Starts alternate, so that other work on the machine slows all sites.
    for (let time = 1; time < STARTS; time++) {
      for (const side of Object.values(sides)) await runSide(side, (site) => findPages(site, side, compared))
    }
    const results: Record<string, SiteResult> = {}
    for (const [name, side] of Object.entries(sides)) {
      results[name] = await runSide(side, (site) => measureSite(site, side, chromium))
    }
    console.log(`\n${formatComparison(results)}`)
  } finally {
    await hosted.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Whether a checkout is one of this project, which reads the workspace folder. */
const isOlderVersion = (peer: string) => JSON.parse(readFileSync(`${peer}/package.json`, 'utf8')).name === 'colophon'

/** Reads the texts of the article and the titles of all rows from a generated record map. */
function readComparedPages(file: string, { id, title }: { id: string; title: string }): ComparedPages {
  const { block } = JSON.parse(readFileSync(file, 'utf8')) as GeneratedMap
  const blocks = Object.values(block).map(({ value }) => value)
  const toText = ({ properties }: GeneratedBlock) => properties?.title.map(([text]) => text).join('') ?? ''
  return {
    article: { title, texts: blocks.filter((each) => each.parent_id === id && each.type !== 'page').map(toText) },
    rows: blocks.filter(({ parent_table }) => parent_table === 'collection').map(toText),
  }
}

/** Starts a site, calls the function, and stops the site, also if the function throws. */
async function runSide<Result>(side: Side, use: (site: NpmSite) => Promise<Result>): Promise<Result> {
  const site = await side.start()
  side.starts.push(site.firstPage)
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}

/** Builds another site by `npm run build`. Throws if that fails. */
export async function buildPeer(dir: string, env: Record<string, string>): Promise<void> {
  const build = spawnGroup('npm', ['run', 'build'], { cwd: dir, stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await build.exited
  build.end()
  if (code !== 0) throw new Error(`${dir} could not be built by npm run build`)
}

/** Finds the article, once for each site. Throws if the site does not show it, or no rows on its home page. */
async function findPages({ url }: NpmSite, side: Side, { article, rows }: ComparedPages): Promise<void> {
  if (side.article !== undefined) return
  await requireText(url, rows)
  side.article = (await findArticle(url, article)).slice(url.length)
  console.log(`The article is ${url}${side.article}`)
}

async function measureSite(
  site: NpmSite,
  { starts, rates, article = '/' }: Side,
  chromium: string,
): Promise<SiteResult> {
  const idle = sumMemory(site.memory()).resident
  const url = site.url + article
  const { port } = new URL(url)
  for (let round = 0; round < ROUNDS; round++) {
    const headers = { 'accept-encoding': 'gzip' }
    const load = { port: Number(port), path: article, headers, connections: CONNECTIONS, seconds: SECONDS }
    const { responses, others, seconds } = await measureLoad(load)
    if (others > 0) throw new Error(`${url} returned ${others} responses other than 200`)
    rates.push(responses / seconds)
  }
  await requestAllPages(site.url)
  const loaded = sumMemory(site.memory()).resident
  const home = await measurePage(site.url, chromium)
  return {
    home,
    article: await measurePage(url, chromium),
    taps: await measureFirstTaps(site.url, chromium),
    rate: Math.max(...rates),
    idle,
    loaded,
    start: median(starts),
  }
}

/** Sends requests to the pages of the sitemap in turn. */
async function requestAllPages(origin: string): Promise<void> {
  const paths = await listSitemap(`${origin}/sitemap.xml`)
  if (paths.length === 0) throw new Error(`${origin} has no sitemap`)
  for (let sent = 0; sent < REQUESTS; sent += CONNECTIONS) {
    const some = Array.from({ length: CONNECTIONS }, (_, index) => paths[(sent + index) % paths.length])
    await Promise.all(some.map(async (path) => (await fetch(`${origin}${path}`)).arrayBuffer()))
  }
}

async function measurePage(url: string, chromium: string): Promise<PageResult> {
  const document = gzipSync(await (await fetch(url)).text()).length / 1000
  const { performance, blocking } = await runLighthouse(url, chromium)
  return { ...(await readPage(url, chromium)), document, performance, blocking }
}

const PAGE_ROWS: [name: string, value: (page: PageResult) => string][] = [
  ['document', ({ document }) => `${document.toFixed(1)} kB`],
  ['read and scrolled: script', ({ script }) => `${script.toFixed(1)} kB`],
  ['read and scrolled: requests', ({ requests }) => String(requests)],
  ['read and scrolled: layout shift', ({ shift }) => shift.toFixed(3)],
  ['read and scrolled: heap', ({ heap }) => `${heap.toFixed(2)} MB`],
  ['script, layout and styles until idle', ({ mainThread }) => `${mainThread.toFixed(0)} ms`],
  ['total blocking time', ({ blocking }) => `${blocking.toFixed(0)} ms`],
  ['Lighthouse performance, mobile', ({ performance }) => performance.toFixed(0)],
]

const formatTap = (ms: number | undefined): string => (ms === undefined ? '–' : `${ms.toFixed(0)} ms`)

const ROWS: [name: string, value: (site: SiteResult) => string][] = [
  ...PAGE_ROWS.map(([name, value]): (typeof ROWS)[number] => [
    `database of 100 rows in 4 views: ${name}`,
    ({ home }) => value(home),
  ]),
  ...PAGE_ROWS.map(([name, value]): (typeof ROWS)[number] => [`article: ${name}`, ({ article }) => value(article)]),
  ['first click on a tab to the drawn rows: warm', ({ taps }) => formatTap(taps?.warm)],
  ['first click on a tab to the drawn rows: slow 4G', ({ taps }) => formatTap(taps?.slow)],
  ['second click on a tab', ({ taps }) => formatTap(taps?.second)],
  ['pages per second', ({ rate }) => rate.toFixed(0)],
  [
    'memory: after the first page; after 10,000 requests to all pages',
    ({ idle, loaded }) => `${idle.toFixed(0)}; ${loaded.toFixed(0)} MB`,
  ],
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
