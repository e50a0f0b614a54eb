import { mkdirSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { StaticIndex } from '@/lib/search/static/search-static-index'
import { createFolder } from '@/tests/support/site'
import { openBothSearches, writeStaticSearch } from '@/tests/support/static-search'
import { atMost, type Measurement } from './measurements'
import { KEYWORDS, SAMPLE, SENTENCES } from './search-queries'
import { writeBigWorkspace } from './workspace'

const HOW =
  'First search on an exported site: its script as esbuild bundles it and the files that it reads, each in gzip, the worst of all queries; each is the first query of a visitor. For the sample the queries of tests/bench/search-queries.ts; for 10,000 pages, as for scale, words of their text, including a misspelling. Differences: queries of the sample whose first result, or first five results, differ from the server’s.'

const LARGE_SITE_QUERIES = ['harbour', 'harbour tide', 'lantern keeper signal', 'harb', 'harbuor tide', 'page 4711']

/** Measures how much the search of an exported site downloads, and whether it finds the same as the server. */
export async function measureStaticSearch(): Promise<Measurement[]> {
  const measurement = atMost('exported site', HOW)
  const script = await weighScript()
  const queries = [...(KEYWORDS[SAMPLE] ?? []), ...(SENTENCES[SAMPLE] ?? [])].map(([query]) => query)

  const sample = await openBothSearches(SAMPLE, createFolder('static-search'))
  const sampleKilobytes = await weighQueries(sample.files, queries)
  const differences = { first: 0, five: 0 }
  const index = await StaticIndex.open(createReader(sample.files))
  for (const query of queries) {
    const getIds = (response: { results: { id: string }[] }) => response.results.map(({ id }) => id)
    const [found, expected] = [
      getIds(await index.search({ query, limit: 20 })),
      getIds(await sample.searchOnServer(query)),
    ]
    if (found[0] !== expected[0]) differences.first++
    if (found.slice(0, 5).join() !== expected.slice(0, 5).join()) differences.five++
  }

  const dir = createFolder('static-search')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: 10_000, least: 12, spread: 24 })
  const large = await writeStaticSearch(`${dir}/workspace`, `${dir}/state`)
  const largeKilobytes = await weighQueries(large.files, LARGE_SITE_QUERIES)
  rmSync(dir, { recursive: true })

  return [
    measurement('first search, sample', script + sampleKilobytes, 'kB', 60),
    measurement('first search, 10,000 pages', script + largeKilobytes, 'kB', 300),
    measurement('files of the search, 10,000 pages', large.files.size, 'files', 6000),
    measurement(
      `another first result than the server’s, of ${queries.length} queries`,
      differences.first,
      'queries',
      0,
    ),
    measurement('… other results in the first five', differences.five, 'queries', 0),
  ]
}

const createReader = (files: ReadonlyMap<string, string>) => async (path: string) => JSON.parse(files.get(path) ?? '')

/** Returns the kilobytes of the query that downloads most. */
async function weighQueries(files: ReadonlyMap<string, string>, queries: string[]): Promise<number> {
  let heaviest = 0
  for (const query of queries) {
    const read = new Set<string>()
    const index = await StaticIndex.open((path) => {
      read.add(path)
      return createReader(files)(path)
    })
    const { total } = await index.search({ query, limit: 20 })
    const bytes = [...read].reduce((sum, path) => sum + gzipSync(files.get(path) ?? '').length, 0)
    console.log(`  ${(bytes / 1000).toFixed(1)} kB in ${read.size} files, ${total} pages: ${query}`)
    heaviest = Math.max(heaviest, bytes)
  }
  return heaviest / 1000
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
