import { describe, expect, test } from 'vitest'
import type { PageDocument } from '@/lib/search/documents'
import { PageIndex } from '@/lib/search/page-index'

const everybody = () => true

function document(id: string, title: string, text = '', heading = '', properties = ''): PageDocument {
  return { id, title, properties, sections: [{ heading, anchor: 'anchor', text }] }
}

function indexOf(...documents: PageDocument[]): PageIndex {
  const index = PageIndex.empty()
  for (const each of documents) index.put(each, 'v1', JSON.stringify(each))
  return index
}

const found = (index: PageIndex, query: string, mayShow = everybody as (id: string) => boolean) =>
  index.search(query, 50, (id) => (mayShow(id) ? 1 : 0)).first.map(({ id }) => id)

function broken() {
  const saved = indexOf(document('a', 'First', 'harbour')).save()
  return { ...saved, postings: { ...saved.postings, places: 'gA==' } }
}

describe('finding', () => {
  const index = indexOf(
    document('tides', 'Tides', 'The sea rises twice a day at the harbour.'),
    document('harbour', 'Harbour', 'Ships lie at anchor. Opening hours of the café.', 'Mooring'),
    document('code', 'Internals', 'Call getSite() from lib/site/access.ts', '', 'Language: TypeScript'),
    document('library', '图书馆', '这里的全文搜索引擎很快。'),
    document('keys', 'Keyboard', 'Press the keys.'),
  )

  test.each([
    ['a word', 'sea', ['tides']],
    ['its beginning', 'harb', ['harbour', 'tides']],
    ['a typo, by a letter', 'harbuor', ['harbour', 'tides']],
    ['another case', 'SHIPS', ['harbour']],
    ['an accent that is missing', 'cafe', ['harbour']],
    ['an accent that is too many', 'shíps', ['harbour']],
    ['a heading', 'mooring', ['harbour']],
    ['a property', 'typescript', ['code']],
    ['a name as it is written', 'getSite', ['code']],
    ['a name in small letters', 'getsite', ['code']],
    ['a part of a name', 'access.ts', ['code']],
    ['Chinese', '搜索', ['library']],
    ['Chinese that a dictionary would cut elsewhere', '全文搜', ['library']],
    ['a Chinese title', '图书', ['library']],
    ['nothing', 'zeppelin', []],
    ['no words', '🔍 <>', []],
  ])('%s', (_, query, ids) => {
    expect(found(index, query)).toEqual(ids)
  })

  test('the title before a heading, and a heading before the text', () => {
    const filler = 'The sea rises twice a day at the quay where ships lie.'
    const ranked = indexOf(
      document('text', 'Third', `${filler} Lighthouse.`),
      document('heading', 'Second', filler, 'Lighthouse'),
      document('title', 'Lighthouse', filler),
    )
    expect(found(ranked, 'lighthouse')).toEqual(['title', 'heading', 'text'])
  })

  test('a page with distinctive words ranks above one with common words', () => {
    const pages = Array.from({ length: 20 }, (_, each) => document(`page ${each}`, `Page ${each}`, 'how do I'))
    const ranked = indexOf(...pages, document('right', 'Hiding', 'To hide a page, untick the box.'))
    expect(found(ranked, 'how do I hide')[0]).toBe('right')
  })

  test('only what may be shown, and a word that only others have is as good as none', () => {
    expect(found(index, 'harbour', (id) => id === 'tides')).toEqual(['tides'])
    expect(found(index, 'ships', (id) => id !== 'harbour')).toEqual(found(index, 'zhxps', (id) => id !== 'harbour'))
  })
})

describe('keeping up', () => {
  test('a changed page is found by its new text', () => {
    const index = indexOf(document('a', 'First', 'harbour'))
    expect(index.put(document('a', 'First', 'lighthouse'), 'v2', 'another')).toBe(true)
    expect(found(index, 'harbour')).toEqual([])
    expect(found(index, 'lighthouse')).toEqual(['a'])
    expect(index.version('a')).toBe('v2')
  })

  test('a page whose words are the same is not indexed again', () => {
    const index = indexOf(document('a', 'First', 'harbour'))
    expect(index.put(document('a', 'First', 'harbour'), 'v2', JSON.stringify(document('a', 'First', 'harbour')))).toBe(
      false,
    )
    expect(index.version('a')).toBe('v2')
  })

  test('a page that is gone is not found', () => {
    const index = indexOf(document('a', 'First', 'harbour'))
    index.remove('a')
    index.remove('never there')
    expect([found(index, 'harbour'), [...index.ids()]]).toEqual([[], []])
  })

  test('what was saved is found again', () => {
    const saved: unknown = JSON.parse(JSON.stringify(indexOf(document('a', 'First', 'harbour')).save()))
    const loaded = PageIndex.load(saved)
    expect(loaded && found(loaded, 'harbour')).toEqual(['a'])
    expect(loaded?.version('a')).toBe('v1')
  })

  test('what was saved after pages changed and went is found again, and nothing else', () => {
    const index = indexOf(document('a', 'First', 'harbour'), document('b', 'Second', 'harbour'), document('c', 'Third'))
    found(index, 'harbour')
    index.put(document('a', 'First', 'lighthouse'), 'v2', 'another')
    index.remove('b')
    const loaded = PageIndex.load(JSON.parse(JSON.stringify(index.save())))
    const queries = ['harbour', 'lighthouse', 'first', 'second', 'third']
    expect(queries.map((query) => loaded && found(loaded, query))).toEqual([[], ['a'], ['a'], [], ['c']])
  })

  test('pages are found alike whether they came at first or one by one', () => {
    const texts = ['the tide rises', 'tides and ships', 'ships at anchor, anchor, anchor', '全文搜索 of Next.js', '']
    const pages = texts.map((text, each) => document(`page ${each}`, `Page ${each}`, text, text.slice(4)))
    const [first, ...others] = pages
    const together = indexOf(...pages)
    const byAndBy = indexOf(...(first ? [first] : []))
    found(byAndBy, 'tide')
    for (const each of others) byAndBy.put(each, 'v1', JSON.stringify(each))
    for (const query of ['tide', 'ship anchor', 'anch', 'next', '搜索', 'page', 'tidse']) {
      const scores = (index: PageIndex) =>
        index.search(query, 50, () => 1).first.map(({ id, score }) => [id, score.toFixed(6)])
      expect(scores(together), query).toEqual(scores(byAndBy))
      expect(scores(together).length, query).toBeGreaterThan(0)
    }
  })

  test('of many results the best are returned, and all are counted', () => {
    const pages = Array.from({ length: 30 }, (_, each) =>
      document(`page ${each}`, 'Page', 'tide '.repeat((each % 8) + 1)),
    )
    const { first, total } = indexOf(...pages).search('tide', 5, () => 1)
    const all = indexOf(...pages).search('tide', 50, () => 1).first
    expect([first.length, total, all.length]).toEqual([5, 30, 30])
    expect(first.map(({ score }) => score)).toEqual(all.slice(0, 5).map(({ score }) => score))
  })

  test.each([
    ['nothing', undefined],
    ['no index', { format: 2 }],
    ['text', 'index'],
    ['an index of another version', { ...indexOf(document('a', 'First')).save(), format: 0 }],
    ['an index without its pages', { ...indexOf(document('a', 'First')).save(), stamps: {} }],
    ['an index of other pages', { ...indexOf(document('a', 'First')).save(), stamps: { b: ['v1', ''] } }],
    ['an index whose bytes end', broken()],
    ['half an index', { ...indexOf(document('a', 'First')).save(), postings: { ids: ['a'] } }],
  ])('%s is not loaded', (_, saved) => {
    expect(PageIndex.load(saved)).toBeUndefined()
  })
})

test('in a shared index, pages that the reader may not read change neither order nor scores', () => {
  const open = [document('a', 'First', 'tide reef reef'), document('b', 'Second', 'tide tide reef')]
  const scores = (closedText: string) => {
    const closed = Array.from({ length: 30 }, (_, at) => document(`closed${at}`, 'Other', closedText))
    const { first } = indexOf(...open, ...closed).search('tide reef', 5, (id) => (id.length === 1 ? 1 : 0), true)
    return first.map(({ id, score }) => `${id} ${score.toFixed(9)}`)
  }
  expect(scores('tide sand gull')).toEqual(scores('reef sand gull'))
  // Nor does their length.
  expect(scores('tide sand gull')).toEqual(scores('tide sand gull shell crab kelp foam spray'))
  expect(scores('tide sand gull')).toHaveLength(2)
})
