import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { StaticIndex } from '@/lib/search/static/search-static-index'
import { KEYWORDS, SAMPLE, SENTENCES } from '@/tests/bench/search-queries'
import { sampleItems } from '@/tests/support/complete'
import { fixturesDir } from '@/tests/support/fixtures'
import { createTemporaryFolder } from '@/tests/support/folders'
import { openBothSearches } from '@/tests/support/static-search'

/** Sizes that create many shards, with several pages per file. */
const SMALL = { terms: 500, maxTermFiles: 1000, texts: 6000, maxTextFiles: 4000 }
const OTHER_QUERIES = [
  '',
  '   ',
  's',
  'sn',
  '图',
  '中文指南',
  '排版',
  'how do I',
  'qqzzxx',
  'zzzzqqqq snapshto',
  'C++',
  'it',
  '搜索 tags',
]

const folders = Object.keys(KEYWORDS).filter(
  (name) => name === SAMPLE || (fixturesDir !== undefined && existsSync(path.join(fixturesDir, name))),
)

describe.each(folders)('StaticIndex of %s', (name) => {
  test('returns the same results, order and marks as the server', async () => {
    const dir = name === SAMPLE ? name : path.join(fixturesDir ?? '', name)
    const { files, searchOnServer } = await openBothSearches(dir, createTemporaryFolder(), { sizes: SMALL })
    const readFile = async (file: string): Promise<unknown> => JSON.parse(files.get(file) ?? '')
    const index = await StaticIndex.open(readFile)
    const queries = [...(KEYWORDS[name] ?? []), ...(SENTENCES[name] ?? [])].map(([query]) => query)
    expect(files.size).toBeGreaterThan(name === SAMPLE ? 50 : 5)
    expect(queries.length).toBeGreaterThan(2)
    for (const query of [...sampleItems(queries, 3), ...OTHER_QUERIES]) {
      expect(await index.search({ query, limit: 20 }), query).toEqual(await searchOnServer(query))
    }
  })
})
