import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CHUNK } from '@/lib/search/chunks'
import { fold } from '@/lib/search/fold'
import { countTerms, splitWords } from '@/lib/search/words'
import { shareRuns } from '@/tests/support/complete'

/** Returns the terms of a text, each repeated as often as it counts. */
const splitTerms = (text: string) => [...countTerms(text)].flatMap(([term, count]) => Array<string>(count).fill(term))

describe('countTerms and splitWords', () => {
  test.each([
    ['Café CAFÉ cafe\u0301 ｃａｆｅ', ['cafe', 'cafe', 'cafe', 'cafe']],
    ['Straße œuvre Łódź', ['strasse', 'oeuvre', 'lodz']],
    ['مَكتَبة كتـــاب', ['مكتبه', 'كتاب']],
    ['الكتاب وبالمكتبة للقراء الله', ['الكتاب', 'كتاب', 'وبالمكتبه', 'مكتبه', 'للقراء', 'قراء', 'الله']],
    ['日本語', ['日本語', '日本', '本語']],
    ['한국어 검색', ['한국어', '검색']],
    ['Don’t reader’s', ['dont', 'don', 'readers', 'reader']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['getSite()', ['getsite', 'get', 'site']],
    ['HTMLElement', ['htmlelement', 'html', 'element']],
    ['NOTION_ROOT_PAGE=1', ['notion_root_page', 'notion', 'root', 'page', '1']],
    ['__init__ ab__cd', ['init', 'ab__cd', 'ab', 'cd']],
    ['lib/site/access.ts', ['lib/site/access.ts', 'lib', 'site', 'access', 'ts']],
    ['react-notion-x', ['react-notion-x', 'react', 'notion']],
    ['全文搜索', ['全文', '全', '文', '搜索', '搜', '索']],
    ['图书馆', ['图书', '图', '书', '馆']],
    ['用Next.js写', ['用', 'next.js', 'next', 'js', '写']],
    ['🔍 !? <> {} ^$.*', []],
  ])('split %s', (text, terms) => {
    expect(splitTerms(text)).toEqual(terms)
  })

  test('return the positions of words in the text', () => {
    const text = 'The 日本語 of getSite()'
    expect(splitWords(text).map(({ start, end }) => text.slice(start, end))).toEqual(['The', '日本語', 'of', 'getSite'])
  })

  test('return the words that the regular expression matches in any combination', () => {
    const pieces = fc.constantFrom(
      ..."ab Z9_.'-#+&/: \n’é·😀".split(''),
      'word',
      '2026',
      '++',
      'ß',
      'не',
      ',123',
      ' 456',
      'ש״ל',
      '\u00ad',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
        const text = list.join('')
        expect(splitWords(text).map(({ start, end }) => text.slice(start, end))).toEqual(
          (text.match(CHUNK) ?? []).filter((chunk) => /[^_\u00ad]/.test(chunk)),
        )
      }),
      { numRuns: shareRuns(300) },
    )
  })

  test('limit repeated terms, and ignore terms that are too long', () => {
    expect(splitTerms('tide '.repeat(500))).toHaveLength(8)
    expect(splitTerms('x'.repeat(5000))).toEqual([])
    expect(splitTerms('aB'.repeat(5000)).length).toBeLessThan(30)
  })

  test('limit the parts of a long name', () => {
    const name = Array.from({ length: 100 }, (_, index) => `part${index}`).join('.')
    expect(splitWords(name)[0]?.parts).toHaveLength(24)
  })

  test('return folded terms at valid positions for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 100 }), (points) => {
        const text = String.fromCodePoint(...points)
        const words = splitWords(text)
        expect(words.every(({ start, end }) => start < end && end <= text.length)).toBe(true)
        const terms = words.flatMap(({ whole, parts }) => [whole, ...parts])
        expect(terms.map(fold)).toEqual(terms)
      }),
    )
  })

  test('segment a text without spaces in parts of at most 200 characters', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    onTestFinished(() => segment.mockRestore())
    expect(splitTerms('全文搜索引擎在中国很流行'.repeat(50))).toContain('搜索')
    const lengths = segment.mock.calls.map(([part]) => part.length)
    expect([lengths.length, Math.max(...lengths)]).toEqual([3, 200])
  })
})
