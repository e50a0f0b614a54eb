import { existsSync } from 'node:fs'
import path from 'node:path'
import { LiveIndex } from '@/lib/search/live-index'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { fixturesDir } from '@/tests/support/fixtures'
import { createFolder } from '@/tests/support/site'
import type { Measurement } from './measurements'
import { type ExpectedResult, KEYWORDS, SAMPLE, SENTENCES } from './search-queries'

const HOW =
  'Relevance: the queries of tests/bench/search-queries.ts, run on the sample and on the data sets that exist; the expected page should be the first result.'

const LIMITS = { all: { first: 88, five: 98 }, short: { first: 91, five: 98.8 } }
/** The limits without the data sets, which a clone does not contain. */
const SAMPLE_LIMITS = { all: { first: 84, five: 97 }, short: { first: 88, five: 98 } }

/** Searches for all queries, prints the first result if it is not the expected page, and scores the results. */
export async function measureRelevance(): Promise<Measurement[]> {
  const keywords: number[] = []
  const sentences: number[] = []
  let limits = LIMITS
  for (const [name, queries] of Object.entries(KEYWORDS)) {
    const dir = name === SAMPLE ? name : path.join(fixturesDir ?? '', name)
    if (name !== SAMPLE && (fixturesDir === undefined || !existsSync(dir))) {
      limits = SAMPLE_LIMITS
      continue
    }
    const search = await openSearch(dir)
    keywords.push(...(await findPositions(search, queries)))
    sentences.push(...(await findPositions(search, SENTENCES[name] ?? [])))
  }
  return [
    ...listShares('queries', [...keywords, ...sentences], limits.all),
    ...listShares('short queries', keywords, limits.short),
  ]
}

function listShares(what: string, places: number[], limits: { first: number; five: number }): Measurement[] {
  const share = (most: number) => (100 * places.filter((place) => place >= 1 && place <= most).length) / places.length
  const name = `relevance of ${places.length} ${what}`
  return [
    {
      name: `${name}: in the first place`,
      measured: share(1),
      unit: '%',
      limit: limits.first,
      limitIs: 'least',
      how: HOW,
    },
    {
      name: `${name}: in the first five`,
      measured: share(5),
      unit: '%',
      limit: limits.five,
      limitIs: 'least',
      how: HOW,
    },
  ]
}

/** Returns a search that lists the paths of public pages, best first. */
async function openSearch(dir: string): Promise<(query: string) => Promise<(string | undefined)[]>> {
  const env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: createFolder('relevance') }, process.cwd())
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const saved = await readSavedIndex(store)
  if (saved === undefined) throw new Error(`${dir} could not be prepared`)
  const site = new Site(saved)
  const index = new LiveIndex(store, async () => site, { locale: env.locale, timeZone: env.timeZone })
  await index.update()
  return async (query) => {
    const { hits } = await index.search({ query, limit: 20 }, PUBLIC)
    return hits.map(({ id }) => site.page(id, PUBLIC)?.path)
  }
}

/** Returns the position of each query's page in the results, from 1; 0 if it is missing. */
async function findPositions(
  search: (query: string) => Promise<(string | undefined)[]>,
  queries: ExpectedResult[],
): Promise<number[]> {
  const places: number[] = []
  for (const [query, expected] of queries) {
    const paths = await search(query)
    const place = paths.indexOf(expected) + 1
    const others = place === 1 ? '' : ` after ${paths.slice(0, place === 0 ? 3 : place - 1).join(', ')}`
    console.log(`  ${place || 'none'}  ${query} → /${expected}${others}`)
    places.push(place)
  }
  return places
}
