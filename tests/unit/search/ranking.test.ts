import { expect, test } from 'vitest'
import { DocumentReader, type PageDocument } from '@/lib/search/documents'
import { getPhraseShare } from '@/lib/search/find-pages'
import { LiveIndex } from '@/lib/search/live-index'
import { PageIndex } from '@/lib/search/page-index'
import { splitQuery } from '@/lib/search/query-words'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { BUDGETS } from '@/lib/workspace/budget'
import type { RichText } from '@/lib/workspace/record-map'
import type { StoredCollection, StoredPage } from '@/lib/workspace/stored'
import { lowerLimits } from '@/tests/support/lower-limits'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, page, row } from '../../support/records'

function createDocument(id: string, title: string, text = ''): PageDocument {
  return { id, title, properties: '', sections: [{ heading: '', text }] }
}

function createIndex(...documents: PageDocument[]): PageIndex {
  const index = PageIndex.empty()
  for (const each of documents) index.put(each, 'v1', JSON.stringify(each))
  return index
}
const findIds = (index: PageIndex, query: string) => index.search(query, 50, () => 1).first.map(({ id }) => id)

test('getPhraseShare returns the share of adjacent words of a query in a page', () => {
  const getShare = (text: string, query: string) => getPhraseShare(createDocument('a', '', text), query)
  expect(getShare('a spring tide comes', 'spring tide')).toBe(1)
  expect(getShare('the tide of spring', 'spring tide')).toBe(0)
  expect(getShare('one two three and four', 'one two three four')).toBeCloseTo(2 / 3)
  expect(getShare('tide', 'tide')).toBe(0)
})

test('splitQuery truncates a long query', () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${'x'.repeat(index)}`)
  expect(splitQuery(words.join(' '))).toHaveLength(32)
})

test('search finds Arabic words with and without their article, and by their beginning', () => {
  const index = createIndex(
    createDocument('bare', 'كتاب'),
    createDocument('with', 'الكتاب'),
    createDocument('for', 'للكتاب'),
  )
  for (const query of ['كتاب', 'الكتاب', 'والكتاب', 'كتا']) {
    expect(findIds(index, query).toSorted(), query).toEqual(['bare', 'for', 'with'])
  }
})

test('search uses function words only if no other words match', () => {
  const index = createIndex(
    createDocument('how', 'How do I', 'how do I, how do I'),
    createDocument('post', 'Other', 'schedule a post'),
  )
  expect(findIds(index, 'how do I schedule a post')).toEqual(['post'])
  expect(findIds(index, 'how do I schedulle a zeppelin')).toEqual(['post'])
  expect(findIds(index, 'how do I')[0]).toBe('how')
  expect(findIds(index, 'how do zeppelins')).toEqual(['how'])
})

test.each([
  ['Chinese', '怎么', '我可以怎么', '发布页面', '怎么发布'],
  ['Japanese', 'どうすればいいですか', 'これはどうすればいいですか', '記事を公開', '公開するにはどうすればいいですか'],
  ['Arabic', 'كيف يمكنني', 'كيف يمكنني هذا', 'نشر صفحة', 'كيف يمكنني نشر'],
])('search uses %s function words only if no other words match', (_, words, sentence, text, query) => {
  const index = createIndex(createDocument('how', words, sentence), createDocument('publish', 'X', text))
  expect(findIds(index, query)).toEqual(['publish'])
  expect(findIds(index, words)[0]).toBe('how')
})

test('search uses function words if only unreadable pages contain the other words', () => {
  const index = createIndex(createDocument('how', 'How do I'), createDocument('closed', 'Zeppelin'))
  const findOpenIds = (query: string) =>
    index.search(query, 50, (id) => (id === 'closed' ? 0 : 1), true).first.map(({ id }) => id)
  expect(findOpenIds('how do zeppelin')).toEqual(['how'])
  expect(findOpenIds('how do zeppelin')).toEqual(findOpenIds('how do qxqxqxqx'))
})

test('search finds other forms of a word, and ranks them above words with the same beginning', () => {
  const pages = ['Renaming', 'Published', 'Queries', 'Address', 'Addressee'].map((title) =>
    createDocument(title, title),
  )
  const index = createIndex(...pages)
  expect(findIds(index, 'rename')).toEqual(['Renaming'])
  expect(findIds(index, 'publishes')).toEqual(['Published'])
  expect(findIds(index, 'query')).toEqual(['Queries'])
  const endings = createIndex(createDocument('form', 'Publishing'), createDocument('beginning', 'Publisher'))
  expect(findIds(endings, 'publish')).toEqual(['form', 'beginning'])
  expect(findIds(index, 'addresses')).toEqual(['Address'])
  const cookies = createIndex(createDocument('one', 'Cookie'), createDocument('many', 'Cookies'))
  expect([findIds(cookies, 'cookies').sort(), findIds(cookies, 'cookie').sort()]).toEqual([
    ['many', 'one'],
    ['many', 'one'],
  ])
})

test('search does not treat a function word as a form of another word', () => {
  const index = createIndex(createDocument('notes', 'Notes'), createDocument('not', 'It is not'))
  expect(findIds(index, 'notes')).toEqual(['notes'])
})

test('search gives common words a low weight in titles', () => {
  const filler = Array.from({ length: 20 }, (_, index) =>
    createDocument(`filler ${index}`, 'Other', 'a page that is long'),
  )
  const index = createIndex(
    createDocument('common', 'A page', 'read'),
    createDocument('rare', 'Reading rights', 'page'),
    ...filler,
  )
  expect(findIds(index, 'read page')[0]).toBe('rare')
})

test('getPhraseShare gives function words a low weight', () => {
  const getShare = (text: string) => getPhraseShare(createDocument('a', '', text), 'how do I set a logo')
  expect(getShare('how do I find out')).toBe(0)
  expect(getShare('set a logo')).toBeGreaterThan(0.5)
  expect(getPhraseShare(createDocument('a', '', 'who are you'), 'who are you')).toBe(1)
})

test('search tolerates typos only in longer words', () => {
  const index = createIndex(createDocument('a', 'cat'), createDocument('b', 'harbour'))
  expect([findIds(index, 'zz'), findIds(index, 'harbuor')]).toEqual([[], ['b']])
  expect(findIds(createIndex(createDocument('a', 'points.rs')), 'rss')).toEqual([])
})

test('search finds a compound name only in pages with all of its parts', () => {
  const index = createIndex(
    createDocument('some', 'x', 'react is a library'),
    createDocument('all', 'x', 'notion and react'),
  )
  expect(findIds(index, 'react-notion')).toEqual(['all'])
})

test('search omits a page with few terms of a query if another page contains all', () => {
  const filler = Array.from({ length: 20 }, (_, index) => createDocument(`filler ${index}`, 'x', 'sea'))
  const index = createIndex(
    createDocument('all', 'x', 'spring tide moon'),
    createDocument('few', 'x', 'moon'),
    ...filler,
  )
  expect(findIds(index, 'spring tide moon')).toEqual(['all'])
})

const createStoredPage = (name: string, text: string): StoredPage => ({
  id: createId(name),
  blocks: {
    [createId(name)]: { ...page(name, undefined).block, content: [createId(`${name} text`)] },
    [createId(`${name} text`)]: {
      ...page(name, undefined).block,
      id: createId(`${name} text`),
      type: 'text',
      properties: { title: [[text]] },
    },
  },
  views: {},
  queries: {},
  users: {},
  files: {},
  previews: {},
  emojis: {},
})

/** Creates an index of a public page, a page for members and a draft that contain the same word. */
function createHarbour() {
  const root = {
    ...page('Root', undefined),
    accessTable: { [createId('Board')]: 'Members', [createId('Draft')]: 'Only us!' },
  }
  const pages = [root, page('Tides', 'Root'), page('Board', 'Root'), page('Draft', 'Root')]
  const site = new Site(buildSite(buildInput(pages), { ...SETTINGS, signIn: true }))
  const texts = { Root: 'quay', Tides: 'quay quay quay', Board: 'quay', Draft: 'quay' }
  const reads: string[] = []
  const saved: Record<string, unknown> = {}
  const store = {
    page: async (id: string) => {
      const [name = '', text = ''] = Object.entries(texts).find(([each]) => createId(each) === id) ?? []
      reads.push(name)
      return createStoredPage(name, text)
    },
    collection: () => Promise.reject(new Error('there is none')),
    derived: async () => undefined,
    putDerived: async (name: string, value: unknown) => {
      saved[name] = value
    },
  }
  const index = new LiveIndex(store, async () => site, { locale: 'en', timeZone: 'UTC' })
  return { index, reads, saved: () => saved.search as Record<'public' | 'members', { stamps: object }> }
}

test('the public index contains only public pages, and no index contains drafts', async () => {
  const { index, reads, saved } = createHarbour()
  await index.update()
  const sortIds = (...names: string[]) => names.map(createId).sort()
  expect(Object.keys(saved().public.stamps).sort()).toEqual(sortIds('Root', 'Tides'))
  expect(Object.keys(saved().members.stamps).sort()).toEqual(sortIds('Root', 'Tides', 'Board'))
  expect(reads.sort()).toEqual(['Board', 'Root', 'Tides'])
})

test('search ranks the page with the most occurrences of a word first', async () => {
  const { index } = createHarbour()
  await index.update()
  const { hits } = await index.search({ query: 'quay', limit: 5 }, PUBLIC)
  expect(hits.map(({ id }) => id)).toEqual([createId('Tides'), createId('Root')])
})

test('DocumentReader omits the access words and the path of a row', async () => {
  const rows = collection('Rows', 'Root', {
    title: { name: 'Name', type: 'title' },
    Access: { type: 'select' },
    Slug: { type: 'text' },
    Topic: { type: 'text' },
  })
  const each = row('Tides', 'Rows', { Access: 'Public', Slug: 'high', Topic: 'Sea' })
  const site = new Site(buildSite(buildInput([page('Root', undefined), each], [rows]), SETTINGS))
  const storedCollection: StoredCollection = { collection: rows, rows: [each.block], users: {}, images: {} }
  const tides = { ...createStoredPage('Tides', ''), blocks: { [each.id]: each.block } }
  const store = { page: async () => tides, collection: async () => storedCollection }
  const shown = site.index.pages.find(({ id }) => id === each.id)
  if (shown === undefined) throw new Error('the row is not a page')
  const { properties } = await new DocumentReader(site, store, { locale: 'en', timeZone: 'UTC' }).read(shown)
  expect(properties).toBe('Topic: Sea')
})

test('DocumentReader limits the formulas of all rows by one budget', async () => {
  lowerLimits(BUDGETS, { search: 100_000 })
  const createConstant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
  const formula = {
    type: 'function',
    name: 'test',
    args: [createConstant('tide '.repeat(20)), createConstant('tides*$')],
  }
  const costly = { type: 'function', name: 'format', args: [formula] }
  const rows = collection('Rows', 'Root', {
    title: { name: 'Name', type: 'title' },
    Topic: { type: 'formula', more: { formula: costly } },
  })
  const all = Array.from({ length: 100 }, (_, index) => row(`Row ${index}`, 'Rows', {}, { hasStoredContent: false }))
  const site = new Site(buildSite(buildInput([page('Root', undefined), ...all], [rows]), SETTINGS))
  const storedCollection: StoredCollection = {
    collection: rows,
    rows: all.map(({ block }) => block),
    users: {},
    images: {},
  }
  const store = { page: () => Promise.reject(new Error('no content')), collection: async () => storedCollection }
  const reader = new DocumentReader(site, store, { locale: 'en', timeZone: 'UTC' })
  const shown = site.index.pages.filter(({ collection }) => collection === rows.id)
  const documents = await Promise.all(shown.map((each) => reader.read(each)))
  const properties = documents.map((each) => each.properties)
  expect([properties[0], properties.at(-1)]).toEqual(['Topic: false', ''])
})

test('DocumentReader omits stored results that depend on a row which not all readers of the page may read', async () => {
  const rows = collection('Rows', 'Root', {
    title: { name: 'Name', type: 'title' },
    Access: { type: 'select' },
    To: { type: 'relation', more: { collection_id: createId('Rows') } },
    Titles: { type: 'formula', more: { formula2: { code: 'prop("To").map(current.prop("Name"))' } } },
  })
  const relate = (name: string): RichText => [['‣', [['p', createId(name)]]]]
  const all = [
    row('Closed', 'Rows', { Access: 'Members' }),
    row('Near', 'Rows', { Access: 'Public', To: relate('Open'), Titles: 'of the open row' }),
    row('Far', 'Rows', { Access: 'Public', To: relate('Closed'), Titles: 'of the closed row' }),
    row('Member', 'Rows', { Access: 'Members', To: relate('Closed'), Titles: 'of the closed row' }),
    row('Open', 'Rows', { Access: 'Public' }),
  ].map((each) => ({ ...each, hasStoredContent: false }))
  const settings = { ...SETTINGS, signIn: true }
  const site = new Site(buildSite(buildInput([page('Root', undefined), ...all], [rows]), settings))
  const blocks = all.map(({ block }) => block)
  const stored: StoredCollection = { collection: rows, rows: blocks, users: {}, images: {} }
  const store = { page: () => Promise.reject(new Error('no content')), collection: async () => stored }
  const reader = new DocumentReader(site, store, { locale: 'en', timeZone: 'UTC' })
  const readProperties = async (name: string) => {
    const shown = site.index.pages.find(({ id }) => id === createId(name))
    if (shown === undefined) throw new Error(`${name} is not a page`)
    return (await reader.read(shown)).properties
  }
  expect(await readProperties('Near')).toContain('Titles: of the open row')
  expect(await readProperties('Far')).not.toContain('Titles')
  expect(await readProperties('Member')).toContain('Titles: of the closed row')
})
