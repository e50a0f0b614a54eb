import { describe, expect, test } from 'vitest'
import type { PageDocument } from '@/lib/search/documents'
import { PageIndex } from '@/lib/search/page-index'

const showAll = () => true

function createDocument(id: string, title: string, text = '', heading = '', properties = ''): PageDocument {
  return { id, title, properties, sections: [{ heading, anchor: 'anchor', text }] }
}

function createIndex(...documents: PageDocument[]): PageIndex {
  const index = PageIndex.empty()
  for (const each of documents) index.put(each, 'v1', JSON.stringify(each))
  return index
}

const findIds = (index: PageIndex, query: string, mayShow = showAll as (id: string) => boolean) =>
  index.search(query, 50, (id) => (mayShow(id) ? 1 : 0)).first.map(({ id }) => id)

function createDamagedIndex() {
  const saved = createIndex(createDocument('a', 'First', 'harbour')).save()
  return { ...saved, postings: { ...saved.postings, places: 'gA==' } }
}

describe('PageIndex.search', () => {
  const index = createIndex(
    createDocument('tides', 'Tides', 'The sea rises twice a day at the harbour.'),
    createDocument('harbour', 'Harbour', 'Ships lie at anchor. Opening hours of the café.', 'Mooring'),
    createDocument('code', 'Internals', 'Call getSite() from lib/site/access.ts', '', 'Language: TypeScript'),
    createDocument('library', '图书馆', '这里的全文搜索引擎很快。'),
    createDocument('keys', 'Keyboard', 'Press the keys.'),
  )

  test.each([
    ['a word', 'sea', ['tides']],
    ['the beginning of a word', 'harb', ['harbour', 'tides']],
    ['a word with a typo', 'harbuor', ['harbour', 'tides']],
    ['a word in another case', 'SHIPS', ['harbour']],
    ['a word without its accent', 'cafe', ['harbour']],
    ['a word with an extra accent', 'shíps', ['harbour']],
    ['a heading', 'mooring', ['harbour']],
    ['a property', 'typescript', ['code']],
    ['an identifier', 'getSite', ['code']],
    ['an identifier in lower case', 'getsite', ['code']],
    ['a part of a path', 'access.ts', ['code']],
    ['Chinese', '搜索', ['library']],
    ['Chinese across word boundaries', '全文搜', ['library']],
    ['a Chinese title', '图书', ['library']],
    ['nothing for an unknown word', 'zeppelin', []],
    ['nothing for a query without words', '🔍 <>', []],
  ])('finds %s', (_, query, ids) => {
    expect(findIds(index, query)).toEqual(ids)
  })

  test('finds a word that all pages have after pages were removed', () => {
    const index = createIndex(...['a', 'b', 'c', 'd'].map((id) => createDocument(id, id, 'harbour')))
    index.remove('c')
    index.remove('d')
    expect(findIds(index, 'harbour').sort()).toEqual(['a', 'b'])
  })

  test('ranks a title above a heading, and a heading above the text', () => {
    const filler = 'The sea rises twice a day at the quay where ships lie.'
    const ranked = createIndex(
      createDocument('text', 'Third', `${filler} Lighthouse.`),
      createDocument('heading', 'Second', filler, 'Lighthouse'),
      createDocument('title', 'Lighthouse', filler),
    )
    expect(findIds(ranked, 'lighthouse')).toEqual(['title', 'heading', 'text'])
  })

  test('ranks a page with rare words above a page with common words', () => {
    const pages = Array.from({ length: 20 }, (_, each) => createDocument(`page ${each}`, `Page ${each}`, 'how do I'))
    const ranked = createIndex(...pages, createDocument('right', 'Hiding', 'To hide a page, untick the box.'))
    expect(findIds(ranked, 'how do I hide')[0]).toBe('right')
  })

  test('finds only pages that may be shown, and treats words of other pages as unknown', () => {
    expect(findIds(index, 'harbour', (id) => id === 'tides')).toEqual(['tides'])
    expect(findIds(index, 'ships', (id) => id !== 'harbour')).toEqual(findIds(index, 'zhxps', (id) => id !== 'harbour'))
  })
})

describe('PageIndex after changes', () => {
  test('finds a changed page by its new text', () => {
    const index = createIndex(createDocument('a', 'First', 'harbour'))
    expect(index.put(createDocument('a', 'First', 'lighthouse'), 'v2', 'another')).toBe(true)
    expect(findIds(index, 'harbour')).toEqual([])
    expect(findIds(index, 'lighthouse')).toEqual(['a'])
    expect(index.version('a')).toBe('v2')
  })

  test('does not index a page with unchanged text again', () => {
    const index = createIndex(createDocument('a', 'First', 'harbour'))
    expect(
      index.put(createDocument('a', 'First', 'harbour'), 'v2', JSON.stringify(createDocument('a', 'First', 'harbour'))),
    ).toBe(false)
    expect(index.version('a')).toBe('v2')
  })

  test('does not find a removed page', () => {
    const index = createIndex(createDocument('a', 'First', 'harbour'))
    index.remove('a')
    index.remove('never there')
    expect([findIds(index, 'harbour'), [...index.ids()]]).toEqual([[], []])
  })

  test('finds pages after saving and loading', () => {
    const saved: unknown = JSON.parse(JSON.stringify(createIndex(createDocument('a', 'First', 'harbour')).save()))
    const loaded = PageIndex.load(saved)
    expect(loaded && findIds(loaded, 'harbour')).toEqual(['a'])
    expect(loaded?.version('a')).toBe('v1')
  })

  test('finds exactly the current pages after changes, saving and loading', () => {
    const index = createIndex(
      createDocument('a', 'First', 'harbour'),
      createDocument('b', 'Second', 'harbour'),
      createDocument('c', 'Third'),
    )
    findIds(index, 'harbour')
    index.put(createDocument('a', 'First', 'lighthouse'), 'v2', 'another')
    index.remove('b')
    const loaded = PageIndex.load(JSON.parse(JSON.stringify(index.save())))
    const queries = ['harbour', 'lighthouse', 'first', 'second', 'third']
    expect(queries.map((query) => loaded && findIds(loaded, query))).toEqual([[], ['a'], ['a'], [], ['c']])
  })

  test('returns the same scores for pages that are added together or one by one', () => {
    const texts = ['the tide rises', 'tides and ships', 'ships at anchor, anchor, anchor', '全文搜索 of Next.js', '']
    const pages = texts.map((text, each) => createDocument(`page ${each}`, `Page ${each}`, text, text.slice(4)))
    const [first, ...others] = pages
    const initialIndex = createIndex(...pages)
    const incrementalIndex = createIndex(...(first ? [first] : []))
    findIds(incrementalIndex, 'tide')
    for (const each of others) incrementalIndex.put(each, 'v1', JSON.stringify(each))
    for (const query of ['tide', 'ship anchor', 'anch', 'next', '搜索', 'page', 'tidse']) {
      const getScores = (index: PageIndex) =>
        index.search(query, 50, () => 1).first.map(({ id, score }) => [id, score.toFixed(6)])
      expect(getScores(initialIndex), query).toEqual(getScores(incrementalIndex))
      expect(getScores(initialIndex).length, query).toBeGreaterThan(0)
    }
  })

  test('returns the best of many results, and counts all', () => {
    const pages = Array.from({ length: 30 }, (_, each) =>
      createDocument(`page ${each}`, 'Page', 'tide '.repeat((each % 8) + 1)),
    )
    const { first, total } = createIndex(...pages).search('tide', 5, () => 1)
    const all = createIndex(...pages).search('tide', 50, () => 1).first
    expect([first.length, total, all.length]).toEqual([5, 30, 30])
    expect(first.map(({ score }) => score)).toEqual(all.slice(0, 5).map(({ score }) => score))
  })

  test.each([
    ['nothing', undefined],
    ['an object without an index', { format: 2 }],
    ['text', 'index'],
    ['an index of another version', { ...createIndex(createDocument('a', 'First')).save(), format: 0 }],
    ['an index without its pages', { ...createIndex(createDocument('a', 'First')).save(), stamps: {} }],
    ['an index of other pages', { ...createIndex(createDocument('a', 'First')).save(), stamps: { b: ['v1', ''] } }],
    ['an index with truncated bytes', createDamagedIndex()],
    ['an incomplete index', { ...createIndex(createDocument('a', 'First')).save(), postings: { ids: ['a'] } }],
  ])('PageIndex.load returns undefined for %s', (_, saved) => {
    expect(PageIndex.load(saved)).toBeUndefined()
  })
})

test('PageIndex.search ignores unreadable pages in the order and the scores of a shared index', () => {
  const open = [createDocument('a', 'First', 'tide reef reef'), createDocument('b', 'Second', 'tide tide reef')]
  const getScores = (closedText: string) => {
    const closed = Array.from({ length: 30 }, (_, index) => createDocument(`closed${index}`, 'Other', closedText))
    const { first } = createIndex(...open, ...closed).search('tide reef', 5, (id) => (id.length === 1 ? 1 : 0), true)
    return first.map(({ id, score }) => `${id} ${score.toFixed(9)}`)
  }
  expect(getScores('tide sand gull')).toEqual(getScores('reef sand gull'))
  // The length of unreadable pages has no effect either.
  expect(getScores('tide sand gull')).toEqual(getScores('tide sand gull shell crab kelp foam spray'))
  expect(getScores('tide sand gull')).toHaveLength(2)
})
