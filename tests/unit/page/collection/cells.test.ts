import { describe, expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { date, idOf } from '@/tests/support/records'
import { cells, context, NOW, prepare, rowBlock, titles } from './support'

const person = (...names: string[]): RichText => names.map((name) => ['‣', [['u', idOf(name)]]])
const page = (...names: string[]): RichText => names.map((name) => ['‣', [['p', idOf(name)]]])
const options = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'blue' }))

describe('cells', () => {
  /** One row, a table that shows everything. */
  function cell(type: string, value: string | RichText | undefined, more: object = {}, cx = context()) {
    const data = prepare({
      schema: { P: { type, ...more } },
      rows: { Row: value === undefined ? {} : { P: value } },
      context: cx,
    })
    const column = data.columns.find((each) => each.name === 'P')
    return { cell: cells(data, 'P')[0], kind: column?.kind, values: column?.values }
  }

  test.each<[type: string, value: string | RichText, kind: string, cell: unknown]>([
    ['text', 'words', 'text', 'words'],
    ['text', [['bold', [['a', 'https://example.com']]]], 'text', [['bold', ['a', 'https://example.com']]]],
    ['a type of tomorrow', 'words', 'text', 'words'],
    ['number', '1234.5', 'number', '1234.5'],
    ['number', 'many', 'number', 'many'],
    ['checkbox', 'Yes', 'checkbox', true],
    ['checkbox', 'No', 'checkbox', false],
    ['date', date('2020-02-01'), 'date', ['Feb 1, 2020', '2020-02-01']],
    ['date', date('2020-02-31'), 'date', ['2020-02-31']],
    ['date', 'some day', 'date', ['some day']],
    ['url', 'https://www.example.com/a/', 'link', ['example.com/a', 'https://www.example.com/a/']],
    ['url', 'example.com', 'link', ['example.com', 'https://example.com']],
    ['url', 'javascript:alert(1)', 'link', ['javascript:alert(1)']],
    ['url', 'data:text/html,hi', 'link', ['data:text/html,hi']],
    ['url', 'just words', 'link', ['just words']],
    ['email', 'ada@example.com', 'link', ['ada@example.com', 'mailto:ada@example.com']],
    ['email', 'not an address', 'link', ['not an address']],
    ['phone_number', '+44 (0)20 7946', 'link', ['+44 (0)20 7946', 'tel:+440207946']],
    ['phone_number', 'ask', 'link', ['ask']],
    ['auto_increment_id', '12', 'text', '12'],
  ])('%s %j', (type, value, kind, expected) => {
    expect(cell(type, value)).toMatchObject({ kind, cell: expected })
  })

  test('a checkbox that was never touched is unticked', () => {
    expect(cell('checkbox', undefined).cell).toBe(false)
  })

  test('options keep their colours; unknown ones and ones with commas are kept', () => {
    const more = { options: options('a', 'b, c') }
    expect(cell('multi_select', 'b, c,a,new', more)).toMatchObject({
      kind: 'tags',
      cell: [0, 1, 2],
      values: [['b, c', 'blue'], ['a', 'blue'], ['new']],
    })
    expect(cell('select', 'b, c', more)).toMatchObject({ cell: [0], values: [['b, c', 'blue']] })
    expect(cell('status', 'old', more)).toMatchObject({ cell: [0], values: [['old']] })
  })

  test('options that no row has are not sent', () => {
    expect(cell('select', 'a', { options: options('a', 'secret plan') }).values).toEqual([['a', 'blue']])
  })

  test('people are names; unknown ones are left out', () => {
    expect(cell('person', person('Ada', 'Nobody', 'Bo'))).toMatchObject({
      kind: 'people',
      cell: [0, 1],
      values: [['Ada Lovelace'], ['Bo Diddley']],
    })
    expect(cell('person', person('Nobody')).cell).toBeNull()
  })

  test('relations are the pages that exist for the viewer', () => {
    const cx = context({ hidden: ['Secret'] })
    const { cell: value, values } = cell('relation', page('Paris', 'Secret', 'Paris'), {}, cx)
    const path = idOf('Paris').slice(0, 8)
    expect(value).toEqual([0])
    expect(values).toEqual([[`Page ${path}`, `/${path}`]])
  })

  test('files have names and addresses, those that must not be loaded only names', () => {
    const files: RichText = [
      ['photo.png', [['a', 'https://example.com/1']]],
      [','],
      ['notes.pdf', [['a', 'https://example.com/notes.pdf']]],
      ['private.zip', [['a', 'attachment:nowhere']]],
      ['https://example.com/a.txt', [['a', 'https://example.com/a.txt']]],
    ]
    expect(cell('file', files).cell).toEqual([
      ['photo.png', 'https://example.com/1', 1],
      ['notes.pdf', 'https://example.com/notes.pdf'],
      ['private.zip'],
      ['a.txt', 'https://example.com/a.txt'],
    ])
  })

  test('times and people of a row’s making', () => {
    const data = prepare({
      schema: {
        Made: { type: 'created_time' },
        Edited: { type: 'last_edited_time' },
        By: { type: 'created_by' },
        Last: { type: 'last_edited_by' },
      },
      blocks: [
        rowBlock(
          'Row',
          {},
          { created_time: NOW, last_edited_time: 0, created_by_id: idOf('Ada'), last_edited_by_id: idOf('?') },
        ),
      ],
    })
    expect(cells(data, 'Made')).toEqual([['Jun 15, 2024 12:00 PM', '2024-06-15T12:00:00.000Z']])
    expect(cells(data, 'Edited')).toEqual([null])
    expect(cells(data, 'By')).toEqual([[0]])
    expect(cells(data, 'Last')).toEqual([null])
  })

  test('an id has its prefix', () => {
    expect(cell('auto_increment_id', '12', { more: { prefix: 'TASK' } }).cell).toBe('TASK-12')
  })

  test('a formula looks like its results', () => {
    const of = (formula: unknown) => cell('formula', undefined, { more: { formula } })
    const constant = (value: unknown, result_type: string) => ({ type: 'constant', value, result_type })
    expect(of(constant('4.5', 'number'))).toMatchObject({ kind: 'number', cell: '4.5' })
    expect(of(constant('words', 'text'))).toMatchObject({ kind: 'text', cell: 'words' })
    expect(of({ type: 'symbol', name: 'false' })).toMatchObject({ kind: 'checkbox', cell: false })
    expect(of({ type: 'function', name: 'now', args: [] })).toMatchObject({
      kind: 'date',
      cell: ['Jun 15, 2024 12:00 PM', '2024-06-15T12:00:00.000Z'],
    })
    expect(of({ type: 'function', name: 'fails', args: [] })).toMatchObject({ kind: 'text', cell: null })
  })

  test('a formula’s result that came with the data is shown', () => {
    expect(cell('formula', 'ready made').cell).toBe('ready made')
  })

  test('formulas that need each other are empty', () => {
    const of = (id: string) => ({ type: 'formula', more: { formula: { type: 'property', id, result_type: 'text' } } })
    const data = prepare({ schema: { A: of('B'), B: of('A') }, rows: { Row: {} } })
    expect([...cells(data, 'A'), ...cells(data, 'B')]).toEqual([null, null])
  })

  test('a title holds no links, because it is one', () => {
    const data = prepare({ rows: { Row: { title: [['Hello '], ['there', [['a', 'https://example.com']]]] } } })
    expect(titles(data)).toEqual([['Hello ', 'there']])
  })
})

describe('rollups', () => {
  const schema = {
    Parts: { type: 'relation' },
    Cost: { type: 'number', number_format: 'dollar' },
    Day: { type: 'date' },
    Done: { type: 'checkbox' },
  }
  const rows = {
    Whole: { Parts: page('One', 'Two', 'Elsewhere') },
    One: { Cost: '10', Day: date('2024-01-01'), Done: 'Yes' },
    Two: { Cost: '5', Day: date('2024-01-11') },
    Alone: {},
  }

  test.each<[target: string, aggregation: string | undefined, cell: unknown]>([
    ['title', undefined, 'One, Two'],
    ['title', 'show_original', 'One, Two'],
    ['Cost', undefined, '$10.00, $5.00'],
    ['Cost', 'sum', '$15.00'],
    ['Cost', 'average', '$7.50'],
    ['Cost', 'median', '$7.50'],
    ['Cost', 'min', '$5.00'],
    ['Cost', 'max', '$10.00'],
    ['Cost', 'range', '$5.00'],
    ['Cost', 'count', '2'],
    ['Day', 'earliest_date', ['Jan 1, 2024', '2024-01-01']],
    ['Day', 'latest_date', ['Jan 11, 2024', '2024-01-11']],
    ['Day', 'date_range', '10 days'],
    ['Done', 'checked', '1'],
    ['Done', 'percent_checked', '50%'],
    ['gone', 'sum', null],
    ['Cost', 'constructor', '$10.00, $5.00'],
  ])('%s %s', (target, aggregation, expected) => {
    const more = { relation_property: 'Parts', target_property: target, aggregation }
    const data = prepare({ schema: { ...schema, Rollup: { type: 'rollup', more } }, rows })
    expect(cells(data, 'Rollup')[0]).toEqual(expected)
    expect(cells(data, 'Rollup')[3]).toBeNull()
  })

  test('a range of days is formatted in the language of the interface', () => {
    const more = { relation_property: 'Parts', target_property: 'Day', aggregation: 'date_range' }
    const data = prepare({
      schema: { ...schema, Rollup: { type: 'rollup', more } },
      rows,
      context: { ...context(), locale: 'zh-CN' },
    })
    expect(cells(data, 'Rollup')[0]).toBe('10天')
  })

  test('a related page that the viewer may not read counts for nothing', () => {
    const more = { relation_property: 'Parts', target_property: 'Cost', aggregation: 'sum' }
    const data = prepare({
      schema: { ...schema, Rollup: { type: 'rollup', more } },
      rows,
      context: context({ hidden: ['Two'] }),
    })
    expect(cells(data, 'Rollup')[0]).toBe('$10.00')
  })
})
