import { expect, test } from 'vitest'
import { getPageFonts } from '@/lib/page/page-fonts'
import { renderEquation } from '@/lib/page/text/equation'
import type { WireBlock } from '@/lib/page/wire/blocks'
import type { WireText } from '@/lib/page/wire/text'

test.each<[string, WireText, string[]]>([
  ['plain words', 'Words', []],
  ['bold words', [['Words', 'b']], []],
  ['italics', ['Plain ', ['slanted', 'i'], ['and again', 'i']], ['italic']],
  [
    'bold italics among others',
    [
      ['slanted', 'i'],
      ['both', 'b', 'i'],
    ],
    ['italic', 'boldItalic'],
  ],
  ['a script that has no italics of ours', [['强调', 'i']], []],
])('%s at the beginning of a page', (_name, text, faces) => {
  expect(getPageFonts([['text', text]])).toEqual(faces)
  expect(getPageFonts([['divider'], ['text', text]])).toEqual(faces)
})

const formula = (source: string): WireText => ['Let ', ['', ['e', renderEquation(source, false)]]]

test('text below the fold requests no fonts', () => {
  expect(
    getPageFonts([
      ['text', 'A'],
      ['text', 'B'],
      ['text', [['C', 'i']]],
      ...['D', 'E', 'F'].map((letter): WireBlock => ['text', letter]),
      ['text', formula('x + 1')],
    ]),
  ).toEqual([])
})

test('a quotation is set in italics as a whole', () => {
  expect(getPageFonts([['quote', 'Words']])).toEqual(['italic'])
  expect(getPageFonts([['quote', ['Words ', ['loud', 'b']]]])).toEqual(['italic', 'boldItalic'])
  expect(getPageFonts([['quote', '引文']])).toEqual([])
})

test('inline equations request their fonts only above the fold', () => {
  expect(
    getPageFonts([
      ['text', 'A'],
      ['text', 'B'],
      ['text', formula('x')],
    ]),
  ).toEqual(['mathItalic'])
  expect(getPageFonts([['toggle', 'A', [['text', formula('2')]]]])).toEqual(['mathMain'])
  expect(getPageFonts([['table', 0, 0, { rows: [[['', formula('x + 1')]]], columns: [] }]])).toEqual([
    'mathMain',
    'mathItalic',
  ])
})
