import { describe, expect, test } from 'vitest'
import type { ChangeKind } from '@/lib/workspace/clean/changes'
import { createId } from '../../../support/records'
import { cleanBlock } from './support'

const USER = createId('someone')
const cleanTitle = (title: unknown) => cleanBlock('text', { properties: { title } })

describe('cleanText', () => {
  const cases: [name: string, title: unknown, expected: unknown, kinds: ChangeKind[]][] = [
    ['an empty inline equation', [['⁍', [['e', '']]]], [], ['bad-format']],
    ['a blank inline equation beside text', [['a'], ['⁍', [['e', ' ']]]], [['a']], ['bad-format']],
    ['a link without address', [['x', [['a']]]], [['x']], ['unsafe-address']],
    ['a pointer without value', [['‣', [['‣']]]], [], ['bad-format']],
    ['a link mention without value', [['‣', [['lm']]]], [], ['bad-format']],
    ['a date without value', [['‣', [['d']]]], [], ['bad-format']],
    ['a page mention by a number', [['‣', [['p', 5]]]], [], ['bad-format']],
    [
      'null pieces',
      [null, ['a'], undefined, 5],
      [['a'], ['5']],
      ['bad-piece', 'bad-piece', 'bad-piece', 'bad-piece', 'bad-piece'],
    ],
    ['null formats', [['a', null]], [['a']], []],
    ['formats that are a string', [['a', 'b']], [['a']], ['bad-format']],
    ['a null format', [['a', [null, ['b']]]], [['a', [['b']]]], ['bad-format']],
    ['a format that is a string', [['a', ['b']]], [['a']], ['bad-format']],
    ['an unknown format', [['a', [['zzz', 1], ['i']]]], [['a', [['zzz'], ['i']]]], []],
    ['a string', 'words', [['words']], ['wrong-type']],
    ['a number', 5, [['5']], ['wrong-type']],
    ['an object', { a: 1 }, undefined, ['wrong-type']],
    ['pieces that are strings', ['a', 'b'], [['a'], ['b']], ['bad-piece', 'bad-piece']],
    ['pieces within pieces', [[['a']]], [], ['bad-piece']],
    ['a lone surrogate', [['a\ud800b']], [['a\ufffdb']], ['bad-characters']],
    ['control characters', [['a\u0000b\u001b\tc\nd\r\ne']], [['ab\tc\nd\ne']], ['bad-characters']],
    ['an unknown color', [['a', [['h', 'red;position:fixed']]]], [['a']], ['unknown-color']],
    ['a javascript link', [['a', [['a', 'javascript:alert(1)'], ['b']]]], [['a', [['b']]]], ['unsafe-address']],
    ['markup', [['<img src=x onerror=alert(1)>']], [['<img src=x onerror=alert(1)>']], []],
    ['the mark of a comment', [['a', [['m', createId('comment')], ['b']]]], [['a', [['b']]]], []],
    ['a mention in the older format', [['‣', [['‣', ['u', USER]]]]], [['‣', [['u', USER]]]], []],
    ['a place', [['‣', [['plc', { name: 'Paris', lat: 1 }]]]], [['Paris']], []],
    [
      'a date that does not exist',
      [['‣', [['d', { type: 'date', start_date: '2024-02-30' }]]]],
      [['2024-02-30']],
      ['bad-format'],
    ],
    ['a mention that is only a placeholder', [['‣']], [['‣']], []],
    ['right-to-left, CJK and emoji', [['مرحبا 你好 👩‍👩‍👧']], [['مرحبا 你好 👩‍👩‍👧']], []],
  ]
  test.each(cases)('cleans %s', (_name, title, expected, expectedKinds) => {
    const { block, kinds } = cleanTitle(title)
    expect(block.properties.title).toEqual(expected)
    expect(kinds).toEqual(expectedKinds)
  })

  test('keeps the safe fields of a link mention', () => {
    const card = { href: 'https://example.com/a b', title: 'A', description: 5, icon_url: 'javascript:1', extra: 'x' }
    expect(cleanTitle([['‣', [['lm', card]]]]).block.properties.title).toEqual([
      ['‣', [['lm', { href: 'https://example.com/a%20b', title: 'A', description: '5' }]]],
    ])
  })

  test('replaces a link mention with an unsafe address by its title', () => {
    expect(cleanTitle([['‣', [['lm', { href: 'javascript:1', title: 'A' }]]]]).block.properties.title).toEqual([['A']])
  })

  test.each([
    [
      { type: 'datetimerange', start_date: '2024-01-02' },
      { type: 'date', start_date: '2024-01-02' },
    ],
    [
      { type: 'daterange', start_date: '2024-01-02', end_date: 'x', end_time: '10:00' },
      { type: 'date', start_date: '2024-01-02' },
    ],
    [
      { type: 'datetime', start_date: '2024-01-02', start_time: '9:05:00', time_zone: 'Nowhere/At_All', reminder: {} },
      { type: 'datetime', start_date: '2024-01-02', start_time: '09:05' },
    ],
    [
      { type: 'x', start_date: '2024-01-02', end_date: '2024-01-03', start_time: '25:00', time_zone: 'Asia/Tokyo' },
      { type: 'daterange', start_date: '2024-01-02', end_date: '2024-01-03', time_zone: 'Asia/Tokyo' },
    ],
  ])('repairs the date %o', (value, expected) => {
    expect(cleanTitle([['‣', [['d', value]]]]).block.properties.title).toEqual([['‣', [['d', expected]]]])
  })

  test('truncates a text of 100,000 pieces, and records the change', () => {
    const { block, kinds } = cleanTitle(Array.from({ length: 100_000 }, () => ['a']))
    expect(block.properties.title).toHaveLength(20_000)
    expect(kinds).toEqual(['too-many'])
  })

  test('truncates a text of 5 MB, and records the change', () => {
    const { block, kinds } = cleanTitle([['a'.repeat(5_000_000)]])
    expect(block.properties.title?.[0]?.[0]).toHaveLength(1_000_000)
    expect(kinds).toEqual(['too-long'])
  })
})
