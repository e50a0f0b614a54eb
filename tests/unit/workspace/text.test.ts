import { describe, expect, test } from 'vitest'
import { chooseTextLanguage, detectLanguage, getDirection, isLatin } from '@/lib/workspace/read/scripts'
import { collectPageIds, countWords, cutExcerpt, toPlainText } from '@/lib/workspace/text'
import { createId } from '../../support/records'

const [a, b, c] = [createId('a'), createId('b'), createId('c')]

describe('toPlainText', () => {
  test('converts every kind of piece', () => {
    const rich = toPlainText(
      [
        ['Bold ', [['b']]],
        ['⁍', [['e', 'x^2']]],
        [' by '],
        ['‣', [['u', a]]],
        [' on '],
        ['‣', [['d', { type: 'daterange', start_date: '2024-01-02', end_date: '2024-01-03' }]]],
        [' in '],
        ['‣', [['p', b]]],
        ['‣', [['lm', { href: 'https://example.com', title: ' Site' }]]],
        ['‣'],
      ],
      { user: (id) => (id === a ? 'Ada' : undefined), page: (id) => (id === b ? 'Home' : undefined) },
    )
    expect(rich).toBe('Bold x^2 by Ada on 2024-01-02 – 2024-01-03 in Home Site')
  })

  test('omits users and pages without a name', () => {
    expect(toPlainText([['a'], ['‣', [['u', a]]], ['‣', [['p', b]]]])).toBe('a')
  })
})

test('collectPageIds returns the targets of mentions and links once, in order', () => {
  expect(
    collectPageIds([
      ['‣', [['p', a]]],
      ['x', [['a', `/Some-Page-${b.replaceAll('-', '')}`], ['b']]],
      ['y', [['a', `https://www.notion.so/${c.replaceAll('-', '')}?pvs=4`]]],
      ['z', [['a', `/${a}`]]],
      [
        'other',
        [
          ['a', 'https://example.com/'],
          ['u', createId('someone')],
        ],
      ],
    ]),
  ).toEqual([a, b, c])
})

test.each([
  ['', 0],
  ['one two  three', 3],
  ["don't well-known 3.5", 3],
  ['我爱你', 3],
  ['日本語のテスト test', 8],
  ['안녕하세요 세계', 2],
  ['مرحبا بالعالم', 2],
  ['—!? …', 0],
])('countWords(%o) returns %i', (text, count) => {
  expect(countWords(text)).toBe(count)
})

describe('cutExcerpt', () => {
  test('joins lines', () => expect(cutExcerpt(' a\n b\t c ')).toBe('a b c'))
  test('ends after a word', () => expect(cutExcerpt('one two three', 10)).toBe('one two…'))
  test('cuts a text without spaces', () => expect(cutExcerpt('字'.repeat(50), 10)).toBe(`${'字'.repeat(9)}…`))
  test('never cuts a character in two', () => expect(cutExcerpt('💡'.repeat(20), 10)).toBe(`${'💡'.repeat(4)}…`))
  test('never exceeds the limit', () => expect(cutExcerpt('word '.repeat(500)).length).toBeLessThanOrEqual(300))
})

test.each([
  ['Hello there', 'en', 'ltr'],
  ['', 'en', 'ltr'],
  ['12 – 34', 'en', 'ltr'],
  ['你好，世界', 'zh', 'ltr'],
  ['使用 React Server Components 构建快速的网站', 'zh', 'ltr'],
  ['これは日本語です', 'ja', 'ltr'],
  ['안녕하세요', 'ko', 'ltr'],
  ['Привет, мир', 'ru', 'ltr'],
  ['Γειά σου κόσμε', 'el', 'ltr'],
  ['مرحبا بالعالم', 'ar', 'rtl'],
  ['שלום עולם', 'he', 'rtl'],
  ['ދިވެހި ބަސް', 'dv', 'rtl'],
  ['ܠܫܢܐ ܣܘܪܝܝܐ', 'syr', 'rtl'],
  ['ߒߞߏ ߞߊ߲ߓߊߟߌ', 'nqo', 'rtl'],
  ['𞤆𞤵𞤤𞤢𞤪 𞤸𞤢𞤤𞤢', 'ff-Adlm', 'rtl'],
  ['這個頁面說明如何發佈網站', 'zh-Hant', 'ltr'],
  ['这个页面说明如何发布网站', 'zh', 'ltr'],
  ['山水', 'zh', 'ltr'],
  ['この個人的な網', 'ja', 'ltr'],
  ['Hello مرحبا there friends', 'en', 'ltr'],
])('detectLanguage and getDirection recognize %o as %s, %s', (text, language, direction) => {
  expect(detectLanguage(text)).toBe(language)
  expect(getDirection(language)).toBe(direction)
})

test.each(['dv', 'syr', 'nqo', 'ff-Adlm'])(
  'the script of %s is not that of a site in English or Arabic',
  (detected) => {
    expect([isLatin(detected), chooseTextLanguage(detected, 'ar')]).toEqual([false, detected])
  },
)

test('detectLanguage returns the given language for texts in Latin script', () => {
  expect(detectLanguage('Guten Tag', 'de')).toBe('de')
})
