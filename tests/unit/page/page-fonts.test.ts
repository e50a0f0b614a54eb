import { expect, test } from 'vitest'
import { getPageFonts } from '@/lib/page/page-fonts'
import { renderEquation } from '@/lib/page/text/equation'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { WireText } from '@/lib/page/wire/text'

test.each<[string, WireText, string[]]>([
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
  expect(getPageFonts([['text', text]])).toEqual(fonts)
  expect(getPageFonts([['divider'], ['text', text]])).toEqual(fonts)
})

const createEquation = (source: string): WireText => ['Let ', ['', ['e', renderEquation(source, false)]]]

test('getPageFonts ignores text below the fold', () => {
  expect(
    getPageFonts([
      ['text', 'A'],
      ['text', 'B'],
      ['text', [['C', 'i']]],
      ...['D', 'E', 'F'].map((letter): WireBlock => ['text', letter]),
      ['text', createEquation('x + 1')],
    ]),
  ).toEqual([])
})

test('getPageFonts returns italic fonts for quotes', () => {
  expect(getPageFonts([['quote', 'Words']])).toEqual(['italic'])
  expect(getPageFonts([['quote', ['Words ', ['loud', 'b']]]])).toEqual(['italic', 'boldItalic'])
  expect(getPageFonts([['quote', '引文']])).toEqual([])
})

test('getPageFonts returns the fonts of inline equations above the fold', () => {
  expect(
    getPageFonts([
      ['text', 'A'],
      ['text', 'B'],
      ['text', createEquation('x')],
    ]),
  ).toEqual(['mathItalic'])
  expect(getPageFonts([['toggle', 'A', [['text', createEquation('2')]]]])).toEqual(['mathMain'])
  expect(getPageFonts([['table', '', 0, { rows: [[['', createEquation('x + 1')]]], columns: [] }]])).toEqual([
    'mathMain',
    'mathItalic',
  ])
})
