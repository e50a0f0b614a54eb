import { existsSync } from 'node:fs'
import path from 'node:path'
import { readEnv } from '@/lib/env'
import { LiveIndex } from '@/lib/search/live-index'
import { PUBLIC } from '@/lib/site/access'
import { prepare } from '@/lib/site/prepare/prepare'
import { Site } from '@/lib/site/site'
import { savedIndex, workingCopy } from '@/lib/site/working-copy'
import { fixturesDir } from '@/tests/support/fixtures'
import { newFolder } from '@/tests/support/site'
import type { Figure } from './figures'
import { type Ask, DATA_QUESTIONS, SAMPLE_QUESTIONS } from './questions'

const HOW =
  'Relevance: the questions of tests/bench/questions.ts, asked of the sample and of the data sets, where they are there; the page named beside each should come first.'

/** Asks every question, prints what came first where that was another page, and scores the answers. */
export async function relevanceFigures(): Promise<Figure[]> {
  const sets: [dir: string, asks: Ask[]][] = [['workspace', SAMPLE_QUESTIONS]]
  for (const [name, asks] of Object.entries(DATA_QUESTIONS)) {
    const dir = path.join(fixturesDir ?? '', name)
    if (fixturesDir !== undefined && existsSync(dir)) sets.push([dir, asks])
  }
  const places: number[] = []
  for (const [dir, asks] of sets) places.push(...(await placesIn(dir, asks)))
  const share = (most: number) => (100 * places.filter((place) => place >= 1 && place <= most).length) / places.length
  const name = `relevance of ${places.length} questions`
  return [
    { name: `${name}: in the first place`, measured: share(1), unit: '%', limit: 85, limitIs: 'least', how: HOW },
    { name: `${name}: in the first five`, measured: share(5), unit: '%', limit: 97, limitIs: 'least', how: HOW },
  ]
}

/** The place of each question's page among the answers, from 1; 0 where it is not among them. */
async function placesIn(dir: string, asks: Ask[]): Promise<number[]> {
  const env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: newFolder('relevance') }, process.cwd())
  await prepare(env, Date.now())
  const store = workingCopy(env)
  const saved = await savedIndex(store)
  if (saved === undefined) throw new Error(`${dir} could not be prepared`)
  const site = new Site(saved)
  const index = new LiveIndex(store, async () => site, { locale: env.locale, timeZone: env.timeZone })
  await index.update()
  const places: number[] = []
  for (const [query, wanted] of asks) {
    const { hits } = await index.search({ query, limit: 20 }, PUBLIC)
    const paths = hits.map(({ id }) => site.page(id, PUBLIC)?.path)
    const place = paths.indexOf(wanted) + 1
    const others = place === 1 ? '' : ` after ${paths.slice(0, place === 0 ? 3 : place - 1).join(', ')}`
    console.log(`  ${place || 'none'}  ${query} → /${wanted}${others}`)
    places.push(place)
  }
  return places
}
