/** Runs all measurements, or those of the given parts, and compares them with their limits. The exit code is 1 if one exceeds its limit. */

import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createStopSignal } from '../server/children'
import { measureBasePath } from '../tests/bench/base-path'
import { measureCache } from '../tests/bench/cache/measurements'
import { measureCalendar } from '../tests/bench/calendar'
import { measureContainer } from '../tests/bench/container'
import { measureDocs } from '../tests/bench/docs'
import { measureEarlyClicks } from '../tests/bench/early-clicks'
import { measureExport } from '../tests/bench/export'
import { measureExported } from '../tests/bench/exported'
import { measureFaults } from '../tests/bench/faults/measurements'
import { measureFormats } from '../tests/bench/formats'
import { measureHostileContent } from '../tests/bench/hostile-content'
import { measureHostileRequests } from '../tests/bench/hostile-requests'
import { measureInstances } from '../tests/bench/instances/measurements'
import { measureWithdrawing } from '../tests/bench/instances/withdrawing'
import { listInteractions, measureInteractions } from '../tests/bench/interaction'
import { measureWithLighthouse } from '../tests/bench/lighthouse'
import { measureLinearity } from '../tests/bench/linear'
import { measureLiveUpdates } from '../tests/bench/live'
import { formatTable, isGood, type Measurement } from '../tests/bench/measurements'
import { measureMembers } from '../tests/bench/members'
import { measureMemory } from '../tests/bench/memory'
import { measureOfficialApi } from '../tests/bench/official'
import { compareWithOlder } from '../tests/bench/older'
import { measureOneClient } from '../tests/bench/one-client'
import { comparePeers } from '../tests/bench/peers'
import { measureRedirects } from '../tests/bench/redirects'
import { measureRelevance } from '../tests/bench/relevance'
import { measureScale } from '../tests/bench/scale'
import { formatScriptGroups } from '../tests/bench/script-groups'
import { measureSearch } from '../tests/bench/search'
import { measureSearchDialog } from '../tests/bench/search-dialog'
import { measureSignIn } from '../tests/bench/sign-in'
import { measureSites } from '../tests/bench/sites'
import { measureStart } from '../tests/bench/start'
import { measureStaticSearch } from '../tests/bench/static-search'
import { measureSync } from '../tests/bench/sync'
import { measureViews } from '../tests/bench/views'
import { measureDatabaseVisit, measureVisit } from '../tests/bench/visit'
import {
  getLargeCollectionWeight,
  listArticleWeight,
  listCollectionWeight,
  listPostListWeight,
  measureFirstVisits,
  weigh,
} from '../tests/bench/weight'
import { writeBigWorkspace } from '../tests/bench/workspace'
import { writeGallery } from '../tests/support/gallery'
import { writePostWorkspace } from '../tests/support/post-workspace'
import makeRunFolder from '../tests/support/run-folder'
import { createFolder, type RunningSite, startSite } from '../tests/support/site'
import { fail } from '../tools/explain-error.mjs'
import { buildIfNeeded } from './lib/build'
import { findProgram, installMissingPrograms } from './lib/programs'

installMissingPrograms(['chromium', 'git', 'nginx', 'openssl', 'ps', 'redis-server'])
const chromium = findProgram('chromium')
/** Screens of the sample, besides its longest article. */
const SCREENS = { home: '/', collection: '/journal', tag: '/tags/typography' }
const PARTS: Record<string, () => Promise<Measurement[]>> = {
  article: measureArticle,
  weight: measureWeight,
  visit: async () => [
    ...(await measureSample((site) => measureVisit(findLongestArticle(site), chromium))),
    ...(await measureRows(100, { least: 30, spread: 90 }, ({ url }) => measureDatabaseVisit(url, chromium))),
  ],
  'first-visits': () => measureSample(async (site) => [await measureFirstVisits(listPublicUrls(site), chromium)]),
  screens: () => measureScreens(SCREENS, 'mobile'),
  desktop: () => measureScreens({ ...SCREENS, article: '/journal/how-a-paragraph-is-set' }, 'desktop'),
  dialog: () => measureSample((site) => measureSearchDialog(site.url, chromium)),
  relevance: measureRelevance,
  export: async () => [...(await measureExport(chromium)), ...(await measureStaticSearch())],
  exported: measureExported,
  collection: () =>
    measureRows(200, { least: 30, spread: 90 }, async (site) => listCollectionWeight(await weigh(site.url, chromium))),
  large: () =>
    measureRows(2000, { least: 2, spread: 4 }, async ({ url }) => [
      getLargeCollectionWeight(await weigh(url, chromium)),
      ...listInteractions(await measureInteractions(url, chromium)),
    ]),
  calendar: () =>
    measureRows(1000, { least: 2, spread: 4, views: ['table', 'calendar'] }, ({ url }) =>
      measureCalendar(url, chromium),
    ),
  views: measureViews,
  blog: measureBlog,
  docs: () => measureDocs(chromium),
  linear: measureLinearity,
  formats: measureFormats,
  memory: measureMemory,
  sites: measureSites,
  start: measureStart,
  container: measureContainer,
  'base-path': () => measureBasePath(chromium),
  scale: measureScale,
  withdrawn: measureWithdrawing,
  sync: measureSync,
  official: measureOfficialApi,
  search: measureSearch,
  live: measureLiveUpdates,
  redirects: measureRedirects,
  members: measureMembers,
  'sign-in': measureSignIn,
  hostile: async () => [...(await measureHostileContent()), ...(await measureHostileRequests())],
  client: measureOneClient,
  instances: measureInstances,
  cache: () => measureCache(peers[0]),
  faults: () => measureFaults({ seed, cases }),
}
/** Parts that print a comparison without limits. They run only if they are named. */
const COMPARISONS: Record<string, () => Promise<void>> = {
  peers: () => comparePeers(peers, chromium),
  older: () => compareWithOlder(peers[0] ?? fail('older needs --peer DIR: a checkout of an older version'), chromium),
}
/** Names of several parts. */
const GROUPS = new Map([['cost', ['memory', 'start', 'scale', 'withdrawn']]])
/** Parts that need no build, or make their own. */
const UNBUILT: ReadonlySet<string> = new Set(['base-path', 'container'])

const given = process.argv.slice(2)
/** Checkouts of other sites to compare with: `npm run bench -- peers --peer DIR --peer DIR`. The part `cache` takes one that is built. */
const peers: string[] = []
for (let peer = takeOption('--peer'); peer !== undefined; peer = takeOption('--peer')) peers.push(peer)
/** `npm run bench -- faults --seed N` repeats one case, `--cases N` runs so many. */
const givenSeed = takeOption('--seed')
const seed = Number(givenSeed ?? Math.floor(Math.random() * 1_000_000))
const cases = Number(takeOption('--cases') ?? (givenSeed === undefined ? 500 : 1))
if (!Number.isInteger(seed) || !Number.isInteger(cases)) fail('--seed and --cases take a whole number')
for (const peer of peers) {
  if (!existsSync(`${peer}/package.json`)) fail(`${peer} has no package.json: --peer takes the folder of another site`)
}
const named = given.flatMap((name) => GROUPS.get(name) ?? name)
const known = [...Object.keys(PARTS), ...Object.keys(COMPARISONS)]
const unknown = named.find((part) => !known.includes(part))
if (unknown !== undefined) {
  fail(`There is no part "${unknown}"; the parts are ${[...known, ...GROUPS.keys()].join(', ')}.`)
}
makeRunFolder()
const isBuilt = named.length === 0 || named.some((part) => !UNBUILT.has(part))
const stopped = createStopSignal()
if (isBuilt) await buildIfNeeded(stopped)
// Ends the processes that a measurement started, which listen to the end of this process.
stopped.addEventListener('abort', () => process.exit(1))
if (stopped.aborted) process.exit(1)
const measurements: Measurement[] = []
for (const [part, measure] of Object.entries(PARTS))
  if (named.length === 0 || named.includes(part)) measurements.push(...(await measure()))

for (const [part, compare] of Object.entries(COMPARISONS)) if (named.includes(part)) await compare()

if (measurements.length > 0) console.log(`\n${formatTable(measurements)}`)
process.exit(measurements.every(isGood) ? 0 : 1)

/** Removes an option and its value from the arguments, and returns the value. */
function takeOption(option: string): string | undefined {
  const at = given.indexOf(option)
  if (at < 0) return undefined
  const [, value] = given.splice(at, 2)
  return value ?? fail(`${option} needs a value`)
}

/** Measures the longest public article of the sample: its weight, and with Lighthouse. */
async function measureArticle(): Promise<Measurement[]> {
  return measureSample(async (site) => {
    const url = findLongestArticle(site)
    return [
      ...listArticleWeight(await weigh(url, chromium)),
      ...(await measureWithLighthouse('article', url, chromium)),
    ]
  })
}

/** Measures a home page that lists 100 posts: its weight, and with Lighthouse. */
async function measureBlog(): Promise<Measurement[]> {
  const site = await startSite({ workspaceDir: writePostWorkspace({ posts: 100 }) })
  const post = await weigh(`${site.url}/post-2`, chromium)
  const measurements = [
    ...listPostListWeight(await weigh(site.url, chromium), post),
    ...(await measureWithLighthouse('list of posts', site.url, chromium)),
  ]
  await site.stop()
  return measurements
}

function findLongestArticle(site: RunningSite): string {
  const shown = site.index().pages.filter((page) => page.access.kind === 'public')
  const longest = shown.toSorted((a, b) => b.words - a.words)[0]
  console.log(`The article is /${longest?.path}, of ${longest?.words} words`)
  return encodeURI(`${site.url}/${longest?.path}`)
}

/** Lists what the scripts of a page consist of, and measures whether clicks are lost before the page's script runs. */
async function measureWeight(): Promise<Measurement[]> {
  console.log(await formatScriptGroups())
  const gallery = await startSite({ workspaceDir: writeGallery() })
  const measurements = await measureSample((sample) =>
    measureRows(200, { least: 30, spread: 90 }, (rows) =>
      measureEarlyClicks(
        { article: findLongestArticle(sample), gallery: `${gallery.url}/gallery`, database: rows.url },
        chromium,
      ),
    ),
  )
  await gallery.stop()
  return measurements
}

function listPublicUrls({ url, index }: RunningSite): string[] {
  const shown = index().pages.filter((page) => page.access.kind === 'public')
  return shown.map(({ path }) => encodeURI(`${url}/${path}`))
}

/** Measures screens of the sample with Lighthouse. */
async function measureScreens(screens: Record<string, string>, form: 'mobile' | 'desktop'): Promise<Measurement[]> {
  return measureSample(async ({ url }) => {
    const measurements: Measurement[] = []
    for (const [name, path] of Object.entries(screens)) {
      measurements.push(...(await measureWithLighthouse(name, url + path, chromium, form)))
    }
    return measurements
  })
}

async function measureSample(measure: (site: RunningSite) => Promise<Measurement[]>): Promise<Measurement[]> {
  const site = await startSite({ workspaceDir: 'workspace' })
  const measured = await measure(site)
  await site.stop()
  return measured
}

/** Measures a site whose root shows a collection: half of the pages are its rows. */
async function measureRows(
  pages: number,
  words: { least: number; spread: number; views?: string[] },
  measure: (site: RunningSite) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const dir = createFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages, ...words })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  const measured = await measure(site)
  await site.stop()
  rmSync(dir, { recursive: true })
  return measured
}
