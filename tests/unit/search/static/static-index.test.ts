import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { table, text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { FILE_SIZES } from '@/lib/search/static/create-static-index'
import { MANIFEST } from '@/lib/search/static/format'
import { StaticIndex } from '@/lib/search/static/search-static-index'
import { SECRET, writeClosedWorkspace } from '@/tests/support/closed-workspace'
import { createTemporaryFolder } from '@/tests/support/folders'
import { SIGN_IN_VARIABLES } from '@/tests/support/sign-in/variables'
import { openBothSearches, writeStaticSearch } from '@/tests/support/static-search'

/** Sizes that create one shard per word, and one file per page. */
const SMALLEST = { terms: 1, maxTermFiles: 10_000, texts: 1, maxTextFiles: 10_000 }

function writeHarbour(more: string[] = []): string {
  const dir = createTemporaryFolder()
  const tide = page('Tides', { key: 'tide' }, [text(['The sea rises twice a day at the harbour.'])])
  const ships = page('Ships', { key: 'ships' }, [text(['Ships lie at anchor.']), ...more.map((each) => text([each]))])
  writeWorkspace(dir, buildWorkspace(page('Harbour', { key: 'home' }, [tide, ships])))
  return dir
}

/** Opens an index, and lists the files that it reads. */
async function openIndex(files: ReadonlyMap<string, string>) {
  const reads: string[] = []
  const index = await StaticIndex.open(async (file) => {
    reads.push(file)
    return JSON.parse(files.get(file) ?? '')
  })
  const findTitles = async (query: string) =>
    (await index.search({ query, limit: 20 })).results.map(({ title }) => title)
  const listReads = async (work: () => Promise<unknown>) => {
    reads.length = 0
    await work()
    return reads.map((file) => file.replace(/[-/]\d+-[0-9a-f]{8}|-[0-9a-f]{8}/, '')).sort()
  }
  return { index, reads, findTitles, listReads }
}

/** Writes a site of two main pages with the same text below them, and a branding table. */
function writeMainPages(navigation: string): string {
  const dir = createTemporaryFolder()
  const createLeaf = (name: string) => page(name, {}, [text('The sea rises at the harbour.')])
  const createMainPage = (name: string) =>
    page(name, { key: name }, [text('The sea.'), page(`${name} one`, {}, [createLeaf(`${name} two`)])])
  const brandingTable = table([
    ['Site', 'Look'],
    ['Navigation', navigation],
  ])
  writeWorkspace(
    dir,
    buildWorkspace(page('Harbour', { key: 'home' }, [brandingTable, createMainPage('Boats'), createMainPage('Tides')])),
  )
  return dir
}

test('StaticIndex limits a search to a main page on a site with a sidebar, like the server', async () => {
  const { files, searchOnServer } = await openBothSearches(writeMainPages('sidebar'), createTemporaryFolder())
  const { index } = await openIndex(files)
  const searchQuery = { query: 'sea', limit: 20, ancestorId: pageId('Boats') }
  const response = await index.search(searchQuery)
  expect(response.results.map(({ title }) => title).sort()).toEqual(['Boats', 'Boats two'])
  expect(response).toEqual(await searchOnServer('sea', 20, pageId('Boats')))
  expect((await index.search({ ...searchQuery, ancestorId: pageId('elsewhere') })).total).toBe(0)
  expect((await index.search({ query: 'sea', limit: 20 })).total).toBe(4)
})

test('the files of a static index omit the main pages on a site without a sidebar', async () => {
  const { files } = await writeStaticSearch(writeMainPages('header'), createTemporaryFolder())
  const pages = [...files].find(([file]) => file.startsWith('search/pages'))?.[1] ?? ''
  expect(Object.keys(JSON.parse(pages))).toEqual(['lengths', 'newest', 'days'])
})

describe('the files of a static index', () => {
  test('are reproducible, and have names that depend on their content', async () => {
    const dir = writeHarbour()
    const [first, again] = [
      await writeStaticSearch(dir, createTemporaryFolder()),
      await writeStaticSearch(dir, createTemporaryFolder()),
    ]
    expect([...again.files]).toEqual([...first.files])
    const edited = await writeStaticSearch(writeHarbour(['Gulls.']), createTemporaryFolder())
    for (const [file, content] of edited.files) {
      if (file !== MANIFEST && first.files.has(file)) expect(content).toBe(first.files.get(file))
    }
    expect([...edited.files.keys()].at(-1)).toBe(MANIFEST)
    expect([...edited.files.keys()].filter((file) => !first.files.has(file)).length).toBeGreaterThan(2)
  })

  test('contain only public text', async () => {
    const { dir } = writeClosedWorkspace()
    for (const settings of [{}, SIGN_IN_VARIABLES]) {
      const { files, site } = await writeStaticSearch(dir, createTemporaryFolder(), { settings })
      expect(files.size).toBeGreaterThan(4)
      expect([...files].filter((file) => file.join('\n').includes(SECRET))).toEqual([])
      const closed = site.index.pages.filter(({ access }) => access.kind !== 'public').map(({ id }) => id)
      expect(closed.length).toBeGreaterThan(5)
      const all = [...files.values()].join('\n')
      expect(closed.filter((id) => all.includes(id))).toEqual([])
    }
    const stored = readdirSync(path.join(dir, 'pages')).map((name) =>
      readFileSync(path.join(dir, 'pages', name), 'utf8'),
    )
    expect(stored.join('\n')).toContain(SECRET)
  })

  test('grow instead of exceeding the maximum number of files', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index.toString(36)}`)
    const countFiles = async (sizes: typeof FILE_SIZES) => {
      const { files } = await writeStaticSearch(writeHarbour([words.join(' ')]), createTemporaryFolder(), { sizes })
      const kinds = [...files.keys()].map((file) => file.split('/').at(-2))
      return [kinds.filter((kind) => kind === 'terms').length, kinds.filter((kind) => kind === 'texts').length]
    }
    expect(await countFiles(SMALLEST)).toEqual([expect.any(Number), 3])
    expect((await countFiles(SMALLEST))[0]).toBeGreaterThan(300)
    const [terms = 0, texts] = await countFiles({ ...SMALLEST, maxTermFiles: 10, maxTextFiles: 2 })
    expect(terms).toBeGreaterThan(1)
    expect(terms).toBeLessThanOrEqual(11)
    expect(texts).toBe(2)
  })

  test('contain only the part of a long page that search results can show', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `${'the tide rises '.repeat(600)} ${index}`)
    const { files, searchOnServer } = await openBothSearches(writeHarbour(long), createTemporaryFolder())
    expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(220_000)
    const { index } = await openIndex(files)
    expect(await index.search({ query: 'rises', limit: 20 })).toEqual(await searchOnServer('rises'))
  })
})

describe('StaticIndex.search', () => {
  test('loads each required file once', async () => {
    const { files } = await writeStaticSearch(writeHarbour(), createTemporaryFolder(), { sizes: SMALLEST })
    const { index, reads, findTitles, listReads } = await openIndex(files)
    expect(reads).toHaveLength(2)
    expect(await listReads(() => index.search({ query: ' ', limit: 20 }))).toEqual([])
    expect(await listReads(() => findTitles('anchor'))).toEqual(['search/terms.json', 'search/texts.json'])
    expect(await listReads(() => findTitles('anchor'))).toEqual([])
    expect(await listReads(async () => expect(await findTitles('anchro')).toEqual(['Ships']))).toContain(
      'search/words.json',
    )
    expect(await listReads(async () => expect(await findTitles('harbuor')).toContain('Tides'))).not.toContain(
      'search/words.json',
    )
  })

  test('loads nothing while the visitor is typing', async () => {
    const sizes = { ...FILE_SIZES, texts: 1 }
    const { files } = await writeStaticSearch(writeHarbour(), createTemporaryFolder(), { sizes })
    const { index, listReads } = await openIndex(files)
    const searchWhileTyping = (query: string) =>
      index.search({ query, limit: 20 }, () => Promise.reject(new Error('typing')))
    expect(await listReads(() => expect(searchWhileTyping('anchor')).rejects.toThrow('typing'))).toEqual([])
    await index.search({ query: 'anchor', limit: 20 })
    expect((await searchWhileTyping('anchor')).total).toBe(1)
    // The shard of the index is loaded now, but the text of the other page is not.
    expect(await listReads(() => expect(searchWhileTyping('rises')).rejects.toThrow('typing'))).toEqual([])
  })

  test('finds nothing on a site without pages', async () => {
    const dir = createTemporaryFolder()
    writeWorkspace(dir, buildWorkspace(page('', { key: 'home' }, [])))
    const { files } = await writeStaticSearch(dir, createTemporaryFolder())
    const { findTitles } = await openIndex(files)
    expect([await findTitles('anchor'), await findTitles('')]).toEqual([[], []])
  })
})

const DAMAGES: Record<string, (content: Record<string, unknown>) => unknown> = {
  'is missing': () => undefined,
  'is null': () => null,
  'is a list': () => [[]],
  'is empty': () => ({}),
  'has numbers for texts': (content) => mapValues(content, () => 7),
  'has texts for lists': (content) => mapValues(content, () => 'x'),
  'has numbers without end': (content) => mapTexts(content, () => '~'.repeat(99)),
  'has more numbers before': (content) => mapTexts(content, (text) => `[[[${text}`),
  'has more numbers after': (content) => mapTexts(content, (text) => (text.length === 8 ? '' : `${text}[[[`)),
}

test('StaticIndex.search rejects for any damage of any file', async () => {
  const { files } = await writeStaticSearch(writeHarbour(), createTemporaryFolder())
  for (const kind of ['index.json', 'pages', 'words', 'terms', 'texts']) {
    for (const [what, damage] of Object.entries(DAMAGES)) {
      const damaged = [...files].map(([file, content]): [string, string] => {
        const isHit = file.split('/')[1]?.startsWith(kind)
        return [file, isHit ? (JSON.stringify(damage(JSON.parse(content))) ?? '') : content]
      })
      const search = openIndex(new Map(damaged)).then(({ findTitles }) => findTitles('harbourr'))
      await expect(search, `${kind} ${what}`).rejects.toBeInstanceOf(Error)
    }
  }
})

const mapTexts = (content: Record<string, unknown>, map: (text: string) => string) =>
  mapValues(content, (value) => (typeof value === 'string' ? map(value) : value))

const mapValues = (content: Record<string, unknown>, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(content).map(([key, value]) => [key, key === 'format' ? value : map(value)]))
