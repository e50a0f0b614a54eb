import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { expect, test } from 'vitest'
import { convertBlocks } from '@/blocks/markdown'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import type { PreparedText } from '@/lib/page/prepared-text'
import { getTreeText } from './support'

const writeBlocks = (blocks: PreparedBlock[]) => writeMarkdown(convertBlocks(blocks, (address) => address))
const write = (text: PreparedText) => writeBlocks([{ type: 'text', text }]).trimEnd()
const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] })

test.each<[PreparedText, string]>([
  [[['「引用」', 'b'], 'は続く'], '「**引用**」は続く'],
  [['前', ['「引用」', 'b']], '前「**引用**」'],
  [['前', ['「引用」', 'b'], 'は'], '前「**引用**」は'],
  [[['注意：', 'b'], '本文'], '**注意**：本文'],
  [[['Note:', 'b'], 'text'], '**Note**:text'],
  [[['「引用」', 'b', 'i'], 'は続く'], '「**_引用_**」は続く'],
  [[['bold ', 'b'], 'text'], '**bold** text'],
  [[['「引用」', 'b'], ' は'], '**「引用」** は'],
  [[['code', 'b', 'c'], 'は'], '`code`は'],
  [['a', ['!', 'b'], 'b'], 'a!b'],
  [['  indented '], 'indented'],
  [['one \n two'], 'one\\\ntwo'],
  [['one\n \n'], 'one'],
  [['\n', ['\none\n', 'b']], '**one**'],
  [[['https://example.com/', ['a', 'https://example.com/']], ' x'], '<https://example.com/> x'],
])('marks and spaces are written without character references: %j', (text, markdown) => {
  expect(write(text)).toBe(markdown)
})

test.each([
  ['see https://example.com/a_b?c=1&d=2.', 'see https://example.com/a_b?c=1&d=2.'],
  ['https://example.com/ and a_b@example.com', 'https://example.com/ and a_b@example.com'],
  ['www.example.com/a_b_c', 'www.example.com/a_b_c'],
  ['https://example.comを見る', '<https://example.com>を見る'],
])('an address in a text stands as it is: %s', (text, markdown) => {
  expect(write(text)).toBe(markdown)
  expect(getTreeText(parse(write(text)))).toBe(text)
})

test.each<{ text: PreparedText }>([
  { text: [['https://example.com', 'b'], 'は'] },
  { text: [['www.example.com', 'b'], 'は'] },
  { text: [['a@example.com', 'i'], 'b'] },
  { text: '<https://example.com/a>' },
  { text: '[https://example.com/a](b)' },
  { text: 'https://example.com/?a&amp;b' },
  { text: 'https://example.com/a*b*c `d` https://example.com/*' },
  { text: 'xhttps://example.com/_a_' },
])('an address next to other characters is read back as the same text: $text', ({ text }) => {
  const plain =
    typeof text === 'string' ? text : text.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')
  expect(getTreeText(parse(write(text)))).toBe(plain)
})

test('cells keep line breaks and equations with bars', () => {
  const cells: PreparedText[] = [
    'one\ntwo',
    [['|x|', ['e', '']]],
    [['\\|y\\| \\text{a|b} \\begin{array}{c|c}1&2\\end{array}', ['e', '']]],
    'a|b',
  ]
  const markdown = writeBlocks([{ type: 'table', rows: [{ cells }], columns: [{}, {}, {}, {}], headerRow: true }])
  expect(markdown.split('\n')[0]).toContain('one<br>two')
  const [table] = parse(markdown).children
  if (table?.type !== 'table') throw new Error('not a table')
  const row = table.children[0]?.children.map(({ children }) =>
    children.map((node) => ('value' in node ? node.value : '')),
  )
  expect(row).toEqual([
    ['one', '<br>', 'two'],
    ['\\vert x\\vert'],
    ['\\Vert y\\Vert  \\text{a\\textbar{}b} \\begin{array}{cc}1&2\\end{array}'],
    ['a|b'],
  ])
})
