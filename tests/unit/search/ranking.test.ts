import { expect, test } from 'vitest'
import { DocumentReader, type PageDocument } from '@/lib/search/documents'
import { LiveIndex } from '@/lib/search/live-index'
import { PageIndex } from '@/lib/search/page-index'
import { getPhraseShare } from '@/lib/search/phrase'
import { splitQuery } from '@/lib/search/query-words'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { StoredCollection, StoredPage } from '@/lib/workspace/stored'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, idOf, page, row } from '../../support/records'

function document(id: string, title: string, text = ''): PageDocument {
  return { id, title, properties: '', sections: [{ heading: '', text }] }
}

function indexOf(...documents: PageDocument[]): PageIndex {
  const index = PageIndex.empty()
  for (const each of documents) index.put(each, 'v1', JSON.stringify(each))
  return index
}
const found = (index: PageIndex, query: string) => index.search(query, 50, () => 1).first.map(({ id }) => id)

test('the share of a question that stands in a page word for word counts words in a row', () => {
  const of = (text: string, query: string) => getPhraseShare(document('a', '', text), query)
  expect(of('a spring tide comes', 'spring tide')).toBe(1)
  expect(of('the tide of spring', 'spring tide')).toBe(0)
  expect(of('one two three and four', 'one two three four')).toBeCloseTo(2 / 3)
  expect(of('tide', 'tide')).toBe(0)
})

test('of a very long question only the first words are looked for', () => {
  const words = Array.from({ length: 100 }, (_, at) => `word${'x'.repeat(at)}`)
  expect(splitQuery(words.join(' '))).toHaveLength(32)
})

test('Arabic words are found with and without their article, and by their beginning', () => {
  const index = indexOf(document('bare', 'كتاب'), document('with', 'الكتاب'), document('for', 'للكتاب'))
  for (const query of ['كتاب', 'الكتاب', 'والكتاب', 'كتا']) {
    expect(found(index, query).toSorted(), query).toEqual(['bare', 'for', 'with'])
  }
})

test('function words count only where nothing else matches', () => {
  const index = indexOf(document('how', 'How do I', 'how do I, how do I'), document('post', 'Other', 'schedule a post'))
  expect(found(index, 'how do I schedule a post')).toEqual(['post'])
  expect(found(index, 'how do I schedulle a zeppelin')).toEqual(['post'])
  expect(found(index, 'how do I')[0]).toBe('how')
  expect(found(index, 'how do zeppelins')).toEqual(['how'])
})

test.each([
  ['Chinese', '怎么', '我可以怎么', '发布页面', '怎么发布'],
  ['Japanese', 'どうすればいいですか', 'これはどうすればいいですか', '記事を公開', '公開するにはどうすればいいですか'],
  ['Arabic', 'كيف يمكنني', 'كيف يمكنني هذا', 'نشر صفحة', 'كيف يمكنني نشر'],
])('%s function words count only where nothing else matches', (_, words, sentence, text, query) => {
  const index = indexOf(document('how', words, sentence), document('publish', 'X', text))
  expect(found(index, query)).toEqual(['publish'])
  expect(found(index, words)[0]).toBe('how')
})

test('a word that only closed pages have does not hide what function words find', () => {
  const index = indexOf(document('how', 'How do I'), document('closed', 'Zeppelin'))
  const open = (query: string) =>
    index.search(query, 50, (id) => (id === 'closed' ? 0 : 1), true).first.map(({ id }) => id)
  expect(open('how do zeppelin')).toEqual(['how'])
  expect(open('how do zeppelin')).toEqual(open('how do qxqxqxqx'))
})

test('other forms of a word are found, and count more than words that only begin like it', () => {
  const pages = ['Renaming', 'Published', 'Queries', 'Address', 'Addressee'].map((title) => document(title, title))
  const index = indexOf(...pages)
  expect(found(index, 'rename')).toEqual(['Renaming'])
  expect(found(index, 'publishes')).toEqual(['Published'])
  expect(found(index, 'query')).toEqual(['Queries'])
  const endings = indexOf(document('form', 'Publishing'), document('beginning', 'Publisher'))
  expect(found(endings, 'publish')).toEqual(['form', 'beginning'])
  expect(found(index, 'addresses')).toEqual(['Address'])
  const cookies = indexOf(document('one', 'Cookie'), document('many', 'Cookies'))
  expect([found(cookies, 'cookies').sort(), found(cookies, 'cookie').sort()]).toEqual([
    ['many', 'one'],
    ['many', 'one'],
  ])
})

test('a function word is no form of another word', () => {
  const index = indexOf(document('notes', 'Notes'), document('not', 'It is not'))
  expect(found(index, 'notes')).toEqual(['notes'])
})

test('a word that most texts contain has little weight in titles, too', () => {
  const filler = Array.from({ length: 20 }, (_, at) => document(`filler ${at}`, 'Other', 'a page that is long'))
  const index = indexOf(document('common', 'A page', 'read'), document('rare', 'Reading rights', 'page'), ...filler)
  expect(found(index, 'read page')[0]).toBe('rare')
})

test('the share of a question hardly counts its function words', () => {
  const of = (text: string) => getPhraseShare(document('a', '', text), 'how do I set a logo')
  expect(of('how do I find out')).toBe(0)
  expect(of('set a logo')).toBeGreaterThan(0.5)
  expect(getPhraseShare(document('a', '', 'who are you'), 'who are you')).toBe(1)
})

test('short words are not guessed at, and longer ones are', () => {
  const index = indexOf(document('a', 'cat'), document('b', 'harbour'))
  expect([found(index, 'zz'), found(index, 'harbuor')]).toEqual([[], ['b']])
  expect(found(indexOf(document('a', 'points.rs')), 'rss')).toEqual([])
})

test('a name is found by its parts only where all of them stand', () => {
  const index = indexOf(document('some', 'x', 'react is a library'), document('all', 'x', 'notion and react'))
  expect(found(index, 'react-notion')).toEqual(['all'])
})

test('a page with few of the words of a question is not found beside one with all of them', () => {
  const filler = Array.from({ length: 20 }, (_, at) => document(`filler ${at}`, 'x', 'sea'))
  const index = indexOf(document('all', 'x', 'spring tide moon'), document('few', 'x', 'moon'), ...filler)
  expect(found(index, 'spring tide moon')).toEqual(['all'])
})

const stored = (name: string, text: string): StoredPage => ({
  id: idOf(name),
  blocks: {
    [idOf(name)]: { ...page(name, undefined).block, content: [idOf(`${name} text`)] },
    [idOf(`${name} text`)]: {
      ...page(name, undefined).block,
      id: idOf(`${name} text`),
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

/** Public, members’ and draft pages that say the same. */
function harbour() {
  const root = { ...page('Root', undefined), accessTable: { [idOf('Board')]: 'Members', [idOf('Draft')]: 'Only us!' } }
  const pages = [root, page('Tides', 'Root'), page('Board', 'Root'), page('Draft', 'Root')]
  const site = new Site(buildSite(buildInput(pages), { ...SETTINGS, signIn: true }))
  const texts = { Root: 'quay', Tides: 'quay quay quay', Board: 'quay', Draft: 'quay' }
  const read: string[] = []
  const saved: Record<string, unknown> = {}
  const store = {
    page: async (id: string) => {
      const [name = '', text = ''] = Object.entries(texts).find(([each]) => idOf(each) === id) ?? []
      read.push(name)
      return stored(name, text)
    },
    collection: () => Promise.reject(new Error('there is none')),
    derived: async () => undefined,
    putDerived: async (name: string, value: unknown) => {
      saved[name] = value
    },
  }
  const index = new LiveIndex(store, async () => site, { locale: 'en', timeZone: 'UTC' })
  return { index, read, saved: () => saved.search as Record<'public' | 'members', { stamps: object }> }
}

test('what the public may not read weighs nothing in the public index, and drafts are read by none', async () => {
  const { index, read, saved } = harbour()
  await index.update()
  const sorted = (...names: string[]) => names.map(idOf).sort()
  expect(Object.keys(saved().public.stamps).sort()).toEqual(sorted('Root', 'Tides'))
  expect(Object.keys(saved().members.stamps).sort()).toEqual(sorted('Root', 'Tides', 'Board'))
  expect(read.sort()).toEqual(['Board', 'Root', 'Tides'])
})

test('the page that contains a word most often comes first', async () => {
  const { index } = harbour()
  await index.update()
  const { hits } = await index.search({ query: 'quay', limit: 5 }, PUBLIC)
  expect(hits.map(({ id }) => id)).toEqual([idOf('Tides'), idOf('Root')])
})

test('the access words and the path of a row are no words that it is found by', async () => {
  const rows = collection('Rows', 'Root', {
    title: { name: 'Name', type: 'title' },
    Access: { type: 'select' },
    Slug: { type: 'text' },
    Topic: { type: 'text' },
  })
  const each = row('Tides', 'Rows', { Access: 'Public', Slug: 'high', Topic: 'Sea' })
  const site = new Site(buildSite(buildInput([page('Root', undefined), each], [rows]), SETTINGS))
  const found: StoredCollection = { collection: rows, rows: [each.block], users: {}, images: {} }
  const tides = { ...stored('Tides', ''), blocks: { [each.id]: each.block } }
  const store = { page: async () => tides, collection: async () => found }
  const shown = site.index.pages.find(({ id }) => id === each.id)
  if (shown === undefined) throw new Error('the row is no page')
  const { properties } = await new DocumentReader(site, store, { locale: 'en', timeZone: 'UTC' }).read(shown)
  expect(properties).toBe('Topic: Sea')
})

test('formulas of all rows share a budget, and are not found by when it is spent', async () => {
  const constant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
  const formula = { type: 'function', name: 'test', args: [constant('a'.repeat(2000)), constant('a*b')] }
  const costly = { type: 'function', name: 'format', args: [formula] }
  const rows = collection('Rows', 'Root', {
    title: { name: 'Name', type: 'title' },
    Topic: { type: 'formula', more: { formula: costly } },
  })
  const all = Array.from({ length: 100 }, (_, at) => row(`Row ${at}`, 'Rows', {}, { held: false }))
  const site = new Site(buildSite(buildInput([page('Root', undefined), ...all], [rows]), SETTINGS))
  const found: StoredCollection = { collection: rows, rows: all.map(({ block }) => block), users: {}, images: {} }
  const store = { page: () => Promise.reject(new Error('not held')), collection: async () => found }
  const reader = new DocumentReader(site, store, { locale: 'en', timeZone: 'UTC' })
  const shown = site.index.pages.filter(({ collection }) => collection === rows.id)
  const documents = await Promise.all(shown.map((each) => reader.read(each)))
  const properties = documents.map((each) => each.properties)
  expect([properties[0], properties.at(-1)]).toEqual(['Topic: false', ''])
})
