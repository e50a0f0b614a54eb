import { expect, test } from 'vitest'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { getPageFonts } from '@/lib/page/page-resources'
import type { PreparedText } from '@/lib/page/prepared-text'
import { renderEquation } from '@/lib/page/text/equation'

test.each<[string, PreparedText, string[]]>([
  ['plain text', 'Words', []],
  ['bold text', [['Words', 'b']], []],
  ['italics', ['Plain ', ['slanted', 'i'], ['and again', 'i']], ['italic']],
  [
    'bold italics and italics',
    [
      ['slanted', 'i'],
      ['both', 'b', 'i'],
    ],
    ['italic', 'boldItalic'],
  ],
  ['a script without an italic font', [['强调', 'i']], []],
])('getPageFonts returns the fonts of %s at the beginning of a page', (_name, text, fonts) => {
  expect(getPageFonts([{ type: 'text', text: text }])).toEqual(fonts)
  expect(getPageFonts([{ type: 'divider' }, { type: 'text', text: text }])).toEqual(fonts)
})

const createEquation = (source: string): PreparedText => ['Let ', ['', ['e', renderEquation(source, false)]]]

test('getPageFonts ignores text below the fold', () => {
  expect(
    getPageFonts([
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
      { type: 'text', text: [['C', 'i']] },
      ...['D', 'E', 'F'].map((letter): PreparedBlock => ({ type: 'text', text: letter })),
      { type: 'text', text: createEquation('x + 1') },
    ]),
  ).toEqual([])
})

test('getPageFonts returns italic fonts for quotes', () => {
  expect(getPageFonts([{ type: 'quote', text: 'Words' }])).toEqual(['italic'])
  expect(getPageFonts([{ type: 'quote', text: ['Words ', ['loud', 'b']] }])).toEqual(['italic', 'boldItalic'])
  expect(getPageFonts([{ type: 'quote', text: '引文' }])).toEqual([])
})

test('getPageFonts returns the fonts of inline equations above the fold', () => {
  expect(
    getPageFonts([
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
      { type: 'text', text: createEquation('x') },
    ]),
  ).toEqual(['mathItalic'])
  expect(
    getPageFonts([{ type: 'toggle', text: 'A', children: [{ type: 'text', text: createEquation('2') }] }]),
  ).toEqual(['mathMain'])
  expect(getPageFonts([{ type: 'table', rows: [{ cells: ['', createEquation('x + 1')] }], columns: [] }])).toEqual([
    'mathMain',
    'mathItalic',
  ])
})
