import { expect, test } from 'vitest'
import type { Raw } from '../../support/content-map'
import { expectShown, type ShownCase } from './show'

const createText = (title: string): Raw => ({ type: 'text', title })
const createNumbered = (format?: object, content?: Raw[]): Raw => ({
  type: 'numbered_list',
  title: 'a',
  format: { ...format },
  content,
})
const createColumns = (...ratios: (number | undefined)[]): Raw => ({
  type: 'column_list',
  content: ratios.map((column_ratio) => ({ type: 'column', format: { column_ratio }, content: [createText('a')] })),
})
const createRow = (properties: Record<string, string>, format?: Record<string, unknown>): Raw => ({
  type: 'table_row',
  properties,
  format,
})
const createTable = (format: object, rows = [createRow({ a: '1', b: '2' }), createRow({ a: '3', b: '4' })]): Raw => ({
  type: 'table',
  format: { table_block_column_order: ['a', 'b'], ...format },
  content: rows,
})

test.each<ShownCase>([
  [
    'adjacent bulleted items form one list, with nested lists in items [N-16]',
    [
      { type: 'bulleted_list', title: 'a', content: [{ type: 'bulleted_list', title: 'b' }] },
      { type: 'bulleted_list', title: 'c' },
    ],
    { 'ul > li': ['ab', 'b', 'c'], 'ul > li > ul': ['b'] },
  ],
  [
    'blocks are in their stored order [N-4]',
    ['b', 'a', 'c'].map((title) => createText(title)),
    { '.page-body': ['bac'] },
  ],
  [
    'adjacent numbered items form one list [N-17]',
    [createNumbered(), createNumbered()],
    { ol: ['aa'], 'ol > li': ['a', 'a'] },
  ],
  [
    'a numbered list starts at its start index [N-69]',
    [createNumbered(), createText('between'), createNumbered({ list_start_index: 2 }), createNumbered()],
    { 'ol@start': [null, '2'], ol: ['a', 'aa'] },
  ],
  [
    'a numbered list has the numerals of its format [N-89]',
    createNumbered({ list_format: 'roman' }),
    { 'ol@style': ['list-style-type:lower-roman'] },
  ],
  [
    'nested numbered lists use numbers, letters and Roman numerals in turn [N-290]',
    createNumbered({}, [createNumbered({}, [createNumbered({}, [createNumbered()])])]),
    { 'ol@style': [null, 'list-style-type:lower-alpha', 'list-style-type:lower-roman', null] },
  ],
  [
    'columns without a width are equally wide, in one row [N-20] [N-21]',
    createColumns(undefined, undefined),
    {
      '.notion-row > .notion-column': ['a', 'a'],
      '.notion-column@style': Array(2).fill(expect.stringContaining('* 0.5)')),
    },
  ],
  [
    'columns have their ratios of the width without gaps [N-68]',
    createColumns(0.25, 0.75),
    { '.notion-column@style': [0.25, 0.75].map((ratio) => `width:calc((100% - (1 * min(32px, 4vw))) * ${ratio})`) },
  ],
  [
    'a table has a cell for each row and column, of 120 pixels by default, and rows can have a color [N-30] [N-31] [N-296]',
    createTable({}, [createRow({ a: '1', b: '2' }, { block_color: 'red' }), createRow({ b: '3' })]),
    { td: ['1', '2', '', '3'], 'tr@class': ['notion-red', null], 'col@style': ['width:120px', 'width:120px'] },
  ],
  [
    'the columns of a table have their order, color and width [N-76] [N-77] [N-78]',
    createTable({
      table_block_column_order: ['b', 'a'],
      table_block_column_format: { a: { color: 'blue_background' }, b: { width: 300 } },
    }),
    {
      td: ['2', '1', '4', '3'],
      'td@class': [null, 'notion-blue_background', null, 'notion-blue_background'],
      'col@style': ['width:300px', 'width:120px'],
    },
  ],
  [
    'the first row of a table can be a header [N-79]',
    createTable({ table_block_column_header: true }),
    { 'thead th[scope=col]': ['1', '2'], 'tbody td': ['3', '4'] },
  ],
  [
    'the first column of a table can be a header [N-80]',
    createTable({ table_block_row_header: true }),
    { 'tbody th[scope=row]': ['1', '3'] },
  ],
])('%s', async (...shownCase) => void (await expectShown(shownCase)))
