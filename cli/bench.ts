import { mkdirSync, rmSync } from 'node:fs'
import { untilStopped } from '../server/children'
import { cacheFigures } from '../tests/bench/cache/figures'
import { earlyClicksFigures } from '../tests/bench/early-clicks'
import { faultFigures } from '../tests/bench/faults/figures'
import { type Figure, isGood, tableOf } from '../tests/bench/figures'
import { formatFigures } from '../tests/bench/formats'
import { hostileContentFigures } from '../tests/bench/hostile-content'
import { hostileRequestFigures } from '../tests/bench/hostile-requests'
import { instancesFigures } from '../tests/bench/instances/figures'
import { withdrawnFigures } from '../tests/bench/instances/withdrawing'
import { interactionFigures, interactions } from '../tests/bench/interaction'
import { lighthouseFigures } from '../tests/bench/lighthouse'
import { linearFigures } from '../tests/bench/linear'
import { liveFigures } from '../tests/bench/live'
import { membersFigures } from '../tests/bench/members'
import { memoryFigures } from '../tests/bench/memory'
import { mutantsFigures } from '../tests/bench/mutants'
import { officialFigures } from '../tests/bench/official'
import { relevanceFigures } from '../tests/bench/relevance'
import { scaleFigures } from '../tests/bench/scale'
import { scriptGroupsTable } from '../tests/bench/script-groups'
import { searchFigures } from '../tests/bench/search'
import { searchDialogFigures } from '../tests/bench/search-dialog'
import { startFigures } from '../tests/bench/start'
import { syncFigures } from '../tests/bench/sync'
import { walkFigures } from '../tests/bench/walks'
import { articleFigures, collectionFigures, largeCollectionFigure, looksFigure, weigh } from '../tests/bench/weight'
import { writeBigWorkspace } from '../tests/bench/workspace'
import { galleryFolder } from '../tests/support/gallery'
import makeRunFolder from '../tests/support/run-folder'
import { newFolder, type RunningSite, startSite } from '../tests/support/site'
import { buildIfNeeded } from './lib/build'
import { findChromium } from './lib/chromium'

/** Measures what the project promises, all of it or the parts that are named, and says how; exit code 1 when a figure is missed. */
const chromium = findChromium()
/** Screens of the sample, besides its longest article. */
const SCREENS = { home: '/', collection: '/journal', tag: '/tags/typography' }
const PARTS: Record<string, () => Promise<Figure[]>> = {
  article,
  weight,
  looks: () => overSample(async (site) => [await looksFigure(publicUrls(site), chromium)]),
  screens: () => lighthouseOf(SCREENS, 'mobile'),
  desktop: () => lighthouseOf({ ...SCREENS, article: '/journal/how-a-paragraph-is-set' }, 'desktop'),
  dialog: () => overSample((site) => searchDialogFigures(site.url, chromium)),
  relevance: relevanceFigures,
  collection: () =>
    overRows(200, { least: 30, spread: 90 }, async (site) => collectionFigures(await weigh(site.url, chromium))),
  large: () =>
    overRows(2000, { least: 2, spread: 4 }, async ({ url }) => [
      largeCollectionFigure(await weigh(url, chromium)),
      ...interactionFigures(await interactions(url, chromium)),
    ]),
  linear: linearFigures,
  formats: formatFigures,
  memory: memoryFigures,
  start: startFigures,
  scale: scaleFigures,
  withdrawn: withdrawnFigures,
  sync: syncFigures,
  official: officialFigures,
  search: searchFigures,
  live: liveFigures,
  members: membersFigures,
  hostile: async () => [...(await hostileContentFigures()), ...(await hostileRequestFigures())],
  instances: instancesFigures,
  cache: () => cacheFigures(peer),
  faults: () => faultFigures({ seed, cases }),
  mutants: () => mutantsFigures(paths),
  walks: walkFigures,
}
/** Names of several parts. */
const GROUPS = new Map([['cost', ['memory', 'start', 'scale', 'withdrawn']]])
/** Parts that run code as it is, without a build. */
const UNBUILT: ReadonlySet<string> = new Set(['mutants'])

const given = process.argv.slice(2)
/** `npm run bench -- cache --peer DIR` also measures a built checkout of another site. */
const peer = take('--peer')
/** `npm run bench -- faults --seed N` repeats one case, `--cases N` runs so many. */
const givenSeed = take('--seed')
const seed = Number(givenSeed ?? Math.floor(Math.random() * 1_000_000))
const cases = Number(take('--cases') ?? (givenSeed === undefined ? 500 : 1))
if (!Number.isInteger(seed) || !Number.isInteger(cases)) {
  console.error('--seed and --cases take a whole number')
  process.exit(1)
}
const isPath = (argument: string) => argument.includes('/') || argument.includes('.')
/** `npm run bench -- mutants lib/site` tries the edits under these paths only. */
const paths = given.filter(isPath)
const named = given.filter((argument) => !isPath(argument)).flatMap((name) => GROUPS.get(name) ?? name)
const unknown = named.find((part) => !Object.hasOwn(PARTS, part))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; the parts are ${[...Object.keys(PARTS), ...GROUPS.keys()].join(', ')}.`)
  process.exit(1)
}
makeRunFolder()
const isBuilt = named.length === 0 || named.some((part) => !UNBUILT.has(part))
if (isBuilt) await buildIfNeeded(untilStopped())
const figures: Figure[] = []
for (const [part, measure] of Object.entries(PARTS))
  if (named.length === 0 || named.includes(part)) figures.push(...(await measure()))

console.log(`\n${tableOf(figures)}`)
process.exit(figures.every(isGood) ? 0 : 1)

/** Takes an option with its value out of the arguments. */
function take(option: string): string | undefined {
  const at = given.indexOf(option)
  return at < 0 ? undefined : given.splice(at, 2)[1]
}

/** The longest public article of the sample: its weight, and what Lighthouse says. */
async function article(): Promise<Figure[]> {
  return overSample(async (site) => {
    const url = longestArticle(site)
    return [...articleFigures(await weigh(url, chromium)), ...(await lighthouseFigures('article', url, chromium))]
  })
}

function longestArticle(site: RunningSite): string {
  const shown = site.index().pages.filter((page) => page.access.kind === 'public')
  const longest = shown.toSorted((a, b) => b.words - a.words)[0]
  console.log(`The article is /${longest?.path}, of ${longest?.words} words`)
  return encodeURI(`${site.url}/${longest?.path}`)
}

/** What the scripts of a page are made of, and whether clicks are lost until they have come. */
async function weight(): Promise<Figure[]> {
  console.log(scriptGroupsTable())
  const gallery = await startSite({ workspaceDir: galleryFolder() })
  const figures = await overSample((sample) =>
    overRows(200, { least: 30, spread: 90 }, (rows) =>
      earlyClicksFigures(
        { article: longestArticle(sample), gallery: `${gallery.url}/gallery`, database: rows.url },
        chromium,
      ),
    ),
  )
  await gallery.stop()
  return figures
}

function publicUrls({ url, index }: RunningSite): string[] {
  const shown = index().pages.filter((page) => page.access.kind === 'public')
  return shown.map(({ path }) => encodeURI(`${url}/${path}`))
}

/** What Lighthouse says of screens of the sample. */
async function lighthouseOf(screens: Record<string, string>, form: 'mobile' | 'desktop'): Promise<Figure[]> {
  return overSample(async ({ url }) => {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(screens)) {
      figures.push(...(await lighthouseFigures(name, url + path, chromium, form)))
    }
    return figures
  })
}

async function overSample(measure: (site: RunningSite) => Promise<Figure[]>): Promise<Figure[]> {
  const site = await startSite({ workspaceDir: 'workspace' })
  const measured = await measure(site)
  await site.stop()
  return measured
}

/** Measures a site whose root shows a collection: half of the pages are its rows. */
async function overRows(
  pages: number,
  words: { least: number; spread: number },
  measure: (site: RunningSite) => Promise<Figure[]>,
): Promise<Figure[]> {
  const dir = newFolder('bench')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages, ...words })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  const measured = await measure(site)
  await site.stop()
  rmSync(dir, { recursive: true })
  return measured
}
