import { describe, expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { createId, date } from '@/tests/support/records'
import { context, createRow, getCells, getTitles, NOW, prepare } from './support'

const createPeople = (...names: string[]): RichText => names.map((name) => ['‣', [['u', createId(name)]]])
const createPages = (...names: string[]): RichText => names.map((name) => ['‣', [['p', createId(name)]]])
const createOptions = (...values: string[]) => values.map((value) => ({ id: value, value, color: 'blue' }))

describe('prepareCollection: cells', () => {
  /** Prepares the cell of a table with one row and one property. */
  function prepareCell(type: string, value: string | RichText | undefined, more: object = {}, cx = context()) {
    const data = prepare({
      schema: { P: { type, ...more } },
      rows: { Row: value === undefined ? {} : { P: value } },
      context: cx,
    })
    const column = data.columns.find((each) => each.name === 'P')
    return { cell: getCells(data, 'P')[0], kind: column?.kind, values: column?.values }
  }

  test.each<[type: string, value: string | RichText, kind: string, cell: unknown]>([
    ['text', 'words', 'text', 'words'],
    ['text', [['bold', [['a', 'https://example.com']]]], 'text', [['bold', ['a', 'https://example.com']]]],
    ['an unknown type', 'words', 'text', 'words'],
    ['number', '1234.5', 'number', '1234.5'],
    ['number', 'many', 'number', 'many'],
    ['checkbox', 'Yes', 'checkbox', true],
    ['checkbox', 'No', 'checkbox', false],
    ['date', date('2020-02-01'), 'date', { text: 'Feb 1, 2020', iso: '2020-02-01' }],
    ['date', date('2020-02-31'), 'date', { text: '2020-02-31' }],
    ['date', 'some day', 'date', { text: 'some day' }],
    ['url', 'https://www.example.com/a/', 'link', { text: 'example.com/a', href: 'https://www.example.com/a/' }],
    ['url', 'example.com', 'link', { text: 'example.com', href: 'https://example.com' }],
    ['url', 'javascript:alert(1)', 'link', { text: 'javascript:alert(1)' }],
    ['url', 'data:text/html,hi', 'link', { text: 'data:text/html,hi' }],
    ['url', 'just words', 'link', { text: 'just words' }],
    ['email', 'ada@example.com', 'link', { text: 'ada@example.com', href: 'mailto:ada@example.com' }],
    ['email', 'not an address', 'link', { text: 'not an address' }],
    ['phone_number', '+44 (0)20 7946', 'link', { text: '+44 (0)20 7946', href: 'tel:+440207946' }],
    ['phone_number', 'ask', 'link', { text: 'ask' }],
    ['auto_increment_id', '12', 'text', '12'],
  ])('prepares %s %j', (type, value, kind, expected) => {
    expect(prepareCell(type, value)).toMatchObject({ kind, cell: expected })
  })

  test('shows a checkbox without a value as unchecked', () => {
    expect(prepareCell('checkbox', undefined).cell).toBe(false)
  })

  test('keeps the colors of options, and options with commas, and omits deleted options', () => {
    const more = { options: createOptions('a', 'b, c') }
    expect(prepareCell('multi_select', 'b, c,a,new', more)).toMatchObject({
      kind: 'tags',
      cell: [0, 1],
      values: [
        { text: 'b, c', color: 'blue' },
        { text: 'a', color: 'blue' },
      ],
    })
    expect(prepareCell('select', 'b, c', more)).toMatchObject({ cell: [0], values: [{ text: 'b, c', color: 'blue' }] })
    expect(prepareCell('status', 'old', more)).toMatchObject({ cell: null })
  })

  test('does not send unused options', () => {
    expect(prepareCell('select', 'a', { options: createOptions('a', 'secret plan') }).values).toEqual([
      { text: 'a', color: 'blue' },
    ])
  })

  test('shows people by their names, and omits unknown people', () => {
    expect(prepareCell('person', createPeople('Ada', 'Nobody', 'Bo'))).toMatchObject({
      kind: 'people',
      cell: [0, 1],
      values: [{ text: 'Ada Lovelace' }, { text: 'Bo Diddley' }],
    })
    expect(prepareCell('person', createPeople('Nobody')).cell).toBeNull()
  })

  test('shows related pages that exist for the viewer', () => {
    const cx = context({ hidden: ['Secret'] })
    const { cell: value, values } = prepareCell('relation', createPages('Paris', 'Secret', 'Paris'), {}, cx)
    const path = createId('Paris').slice(0, 8)
    expect(value).toEqual([0])
    expect(values).toEqual([{ text: `Page ${path}`, path: `/${path}` }])
  })

  test('omits related pages that are unlisted', () => {
    const cx = { ...context(), isListed: (id: string) => id !== createId('Unlisted') }
    expect(prepareCell('relation', createPages('Unlisted', 'Paris'), {}, cx).values).toHaveLength(1)
    expect(prepareCell('relation', createPages('Unlisted'), {}, cx).cell).toBeNull()
  })

  test('shows names and addresses of files, and only the names of files that must not be loaded', () => {
    const files: RichText = [
      ['photo.png', [['a', 'https://example.com/1']]],
      [','],
      ['notes.pdf', [['a', 'https://example.com/notes.pdf']]],
      ['private.zip', [['a', 'attachment:nowhere']]],
      ['https://example.com/a.txt', [['a', 'https://example.com/a.txt']]],
    ]
    expect(prepareCell('file', files).cell).toEqual([
      { name: 'photo.png', href: 'https://example.com/1', image: 'https://example.com/1' },
      { name: 'notes.pdf', href: 'https://example.com/notes.pdf' },
      { name: 'private.zip' },
      { name: 'a.txt', href: 'https://example.com/a.txt' },
    ])
  })

  test('shows when and by whom a row was created and edited', () => {
    const data = prepare({
      schema: {
        Made: { type: 'created_time' },
        Edited: { type: 'last_edited_time' },
        By: { type: 'created_by' },
        Last: { type: 'last_edited_by' },
      },
      blocks: [
        createRow(
          'Row',
          {},
          { created_time: NOW, last_edited_time: 0, created_by_id: createId('Ada'), last_edited_by_id: createId('?') },
        ),
      ],
    })
    expect(getCells(data, 'Made')).toEqual([{ text: 'Jun 15, 2024, 12:00 PM', iso: '2024-06-15T12:00:00.000Z' }])
    expect(getCells(data, 'Edited')).toEqual([null])
    expect(getCells(data, 'By')).toEqual([[0]])
    expect(getCells(data, 'Last')).toEqual([null])
  })

  test.each<[settings: object, format: string | undefined, meter: object, shares: number[]]>([
    [
      { type: 'bar', color: 'green', maxValue: 8, showValue: true },
      undefined,
      { shape: 'bar', color: 'green' },
      [25, 100],
    ],
    [{ type: 'ring', maxValue: 'many', showValue: false }, undefined, { shape: 'ring', hidesNumber: true }, [2, 10]],
    [{ type: 'bar', maxValue: 0 }, 'percent', { shape: 'bar' }, [100, 100]],
  ])(
    'shows numbers with the settings %j and the format %s as bars or rings',
    (show_as, number_format, meter, shares) => {
      const schema = { P: { type: 'number', number_format, more: { show_as } } }
      const data = prepare({ schema, rows: { A: { P: '2' }, B: { P: '10' }, C: { P: '-1' }, D: {} } })
      expect(data.columns.find(({ name }) => name === 'P')).toMatchObject({ kind: 'meter', meter })
      const [less, more] = shares
      expect(getCells(data, 'P')).toMatchObject([{ share: less }, { share: more }, { share: 0 }, null])
    },
  )

  test.each<[show_as: object, value: string]>([
    [{ type: 'pie' }, '4'],
    [{ type: 'bar' }, 'many'],
  ])('shows numbers with the settings %j as %s', (show_as, value) => {
    expect(prepareCell('number', value, { more: { show_as } })).toMatchObject({ kind: 'number', cell: value })
  })

  test('shows whole addresses where the property says so', () => {
    const address = 'https://www.example.com/a/'
    expect(prepareCell('url', address, { more: { show_full_url: true } }).cell).toEqual({
      text: address,
      href: address,
    })
  })

  test('shows who verified a page and until when, but not after that day', () => {
    const verify = (end: string): RichText => [
      ['‣', [['u', createId('Ada')]]],
      ['‣', [['d', { type: 'daterange', start_date: '2024-06-01', end_date: end }]]],
    ]
    expect(prepareCell('verification', verify('2024-06-15')).cell).toBe('Ada Lovelace, Jun 1 – 15, 2024')
    expect(prepareCell('verification', verify('2024-06-14')).cell).toBeNull()
    expect(prepareCell('verification', [['‣', [['u', createId('Ada')]]]]).cell).toBe('Ada Lovelace')
    expect(prepareCell('verification', 'verified').cell).toBeNull()
  })

  test('shows an id with its prefix', () => {
    expect(prepareCell('auto_increment_id', '12', { more: { prefix: 'TASK' } }).cell).toBe('TASK-12')
  })

  test('prepares a formula by the type of its result', () => {
    const prepareFormula = (formula: unknown) => prepareCell('formula', undefined, { more: { formula } })
    const createConstant = (value: unknown, result_type: string) => ({ type: 'constant', value, result_type })
    expect(prepareFormula(createConstant('4.5', 'number'))).toMatchObject({ kind: 'number', cell: '4.5' })
    expect(prepareFormula(createConstant('words', 'text'))).toMatchObject({ kind: 'text', cell: 'words' })
    expect(prepareFormula({ type: 'symbol', name: 'false' })).toMatchObject({ kind: 'checkbox', cell: false })
    expect(prepareFormula({ type: 'function', name: 'now', args: [] })).toMatchObject({
      kind: 'date',
      cell: { text: 'Jun 15, 2024, 12:00 PM', iso: '2024-06-15T12:00:00.000Z' },
    })
    expect(prepareFormula({ type: 'function', name: 'fails', args: [] })).toMatchObject({ kind: 'text', cell: null })
  })

  test('shows the stored result of a formula', () => {
    expect(prepareCell('formula', 'ready made').cell).toBe('ready made')
  })

  test('leaves formulas that depend on each other empty', () => {
    const createFormula = (id: string) => ({
      type: 'formula',
      more: { formula: { type: 'property', id, result_type: 'text' } },
    })
    const data = prepare({ schema: { A: createFormula('B'), B: createFormula('A') }, rows: { Row: {} } })
    expect([...getCells(data, 'A'), ...getCells(data, 'B')]).toEqual([null, null])
  })

  test('removes links from a title, which is a link itself', () => {
    const data = prepare({ rows: { Row: { title: [['Hello '], ['there', [['a', 'https://example.com']]]] } } })
    expect(getTitles(data)).toEqual([['Hello ', 'there']])
  })
})

describe('prepareCollection: rollups', () => {
  const schema = {
    Parts: { type: 'relation' },
    Cost: { type: 'number', number_format: 'dollar' },
    Day: { type: 'date' },
    Done: { type: 'checkbox' },
  }
  const rows = {
    Whole: { Parts: createPages('One', 'Two', 'Elsewhere') },
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
    ['Day', 'earliest_date', { text: 'Jan 1, 2024', iso: '2024-01-01' }],
    ['Day', 'latest_date', { text: 'Jan 11, 2024', iso: '2024-01-11' }],
    ['Day', 'date_range', '10 days'],
    ['Done', 'checked', '1'],
    ['Done', 'percent_checked', '50%'],
    ['gone', 'sum', null],
    ['Cost', 'constructor', '$10.00, $5.00'],
  ])('calculates %s %s', (target, aggregation, expected) => {
    const more = { relation_property: 'Parts', target_property: target, aggregation }
    const data = prepare({ schema: { ...schema, Rollup: { type: 'rollup', more } }, rows })
    expect(getCells(data, 'Rollup')[0]).toEqual(expected)
    expect(getCells(data, 'Rollup')[3]).toBeNull()
  })

  test('formats a range of days in the language of the interface', () => {
    const more = { relation_property: 'Parts', target_property: 'Day', aggregation: 'date_range' }
    const data = prepare({
      schema: { ...schema, Rollup: { type: 'rollup', more } },
      rows,
      context: { ...context(), locale: 'zh-CN' },
    })
    expect(getCells(data, 'Rollup')[0]).toBe('10天')
  })

  test('ignores related pages that the viewer may not read', () => {
    const more = { relation_property: 'Parts', target_property: 'Cost', aggregation: 'sum' }
    const data = prepare({
      schema: { ...schema, Rollup: { type: 'rollup', more } },
      rows,
      context: context({ hidden: ['Two'] }),
    })
    expect(getCells(data, 'Rollup')[0]).toBe('$10.00')
  })
})
