import { mkdirSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { StaticIndex } from '@/lib/search/static/static-index'
import { newFolder } from '@/tests/support/site'
import { openBothSearches, writeStaticSearch } from '@/tests/support/static-search'
import { atMost, type Measurement } from './measurements'
import { KEYWORDS, SAMPLE, SENTENCES } from './questions'
import { writeBigWorkspace } from './workspace'

const HOW =
  'First search on an exported site: its script as esbuild bundles it and the files that it reads, each in gzip, the worst of all questions; each is the first of its visitor. Of the sample the questions of tests/bench/questions.ts, of 10,000 pages as for scale words of their texts, among them a slip. Differences: questions of the sample whose first result, or first five, are others than the server’s.'

const QUESTIONS_OF_MANY = ['harbour', 'harbour tide', 'lantern keeper signal', 'harb', 'harbuor tide', 'page 4711']

/** What the search of an exported site costs its visitors, and whether it finds what the server finds. */
export async function measureStaticSearch(): Promise<Measurement[]> {
  const measurement = atMost('exported site', HOW)
  const script = await weighScript()
  const questions = [...(KEYWORDS[SAMPLE] ?? []), ...(SENTENCES[SAMPLE] ?? [])].map(([query]) => query)

  const sample = await openBothSearches(SAMPLE, newFolder('static-search'))
  const ofSample = await weighQuestions(sample.files, questions)
  const others = { first: 0, five: 0 }
  const index = await StaticIndex.open(createReader(sample.files))
  for (const query of questions) {
    const ids = (answer: { results: { id: string }[] }) => answer.results.map(({ id }) => id)
    const [found, expected] = [ids(await index.search({ query, limit: 20 })), ids(await sample.searchOnServer(query))]
    if (found[0] !== expected[0]) others.first++
    if (found.slice(0, 5).join() !== expected.slice(0, 5).join()) others.five++
  }

  const dir = newFolder('static-search')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: 10_000, least: 12, spread: 24 })
  const large = await writeStaticSearch(`${dir}/workspace`, `${dir}/state`)
  const ofLarge = await weighQuestions(large.files, QUESTIONS_OF_MANY)
  rmSync(dir, { recursive: true })

  return [
    measurement('first search, sample', script + ofSample, 'kB', 60),
    measurement('first search, 10,000 pages', script + ofLarge, 'kB', 300),
    measurement('files of the search, 10,000 pages', large.files.size, 'files', 6000),
    measurement(
      `another first place than the server’s, of ${questions.length} questions`,
      others.first,
      'questions',
      0,
    ),
    measurement('… others in the first five', others.five, 'questions', 0),
  ]
}

const createReader = (files: ReadonlyMap<string, string>) => async (path: string) => JSON.parse(files.get(path) ?? '')

/** The kilobytes of the question that costs most. */
async function weighQuestions(files: ReadonlyMap<string, string>, questions: string[]): Promise<number> {
  let most = 0
  for (const query of questions) {
    const read = new Set<string>()
    const index = await StaticIndex.open((path) => {
      read.add(path)
      return createReader(files)(path)
    })
    const { total } = await index.search({ query, limit: 20 })
    const bytes = [...read].reduce((sum, path) => sum + gzipSync(files.get(path) ?? '').length, 0)
    console.log(`  ${(bytes / 1000).toFixed(1)} kB in ${read.size} files, ${total} pages: ${query}`)
    most = Math.max(most, bytes)
  }
  return most / 1000
}

async function weighScript(): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: ['lib/search/static/search-static-index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1000
}
