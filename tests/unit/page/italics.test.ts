import { expect, test } from 'vitest'
import { openingItalics } from '@/lib/page/italics'
import type { WireText } from '@/lib/page/types'

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
  expect(openingItalics([['text', text]])).toEqual(faces)
  expect(openingItalics([['divider'], ['text', text]])).toEqual(faces)
})

test('what is read after scrolling asks for nothing', () => {
  expect(
    openingItalics([
      ['text', 'A'],
      ['text', 'B'],
      ['text', [['C', 'i']]],
    ]),
  ).toEqual([])
})

test('a quotation is set in italics as a whole', () => {
  expect(openingItalics([['quote', 'Words']])).toEqual(['italic'])
  expect(openingItalics([['quote', ['Words ', ['loud', 'b']]]])).toEqual(['italic', 'boldItalic'])
  expect(openingItalics([['quote', '引文']])).toEqual([])
})
