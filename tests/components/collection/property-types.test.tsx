import { beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Raw, type Tables } from '../../support/content-map'
import { createId } from '../../support/records'
import { expectElements, show } from '../page/show'

type Value = NonNullable<Raw['title']>
type Property = Record<string, unknown>

const OUT = 'https://example.com/a'
const createMention = (...format: unknown[]): [string, unknown[]] => ['‣', [format]]
const createLink = (text: string, address: string): [string, unknown[]] => [text, [['a', address]]]
const createPages = (...names: string[]): Value => names.map((name) => createMention('p', createId(name)))
const OPTIONS = [
  { id: '1', value: 'one', color: 'red' },
  { id: '2', value: 'two, three' },
]
const createConstant = (value: string) => ({ type: 'constant', value, value_type: 'number', result_type: 'number' })
const createFormula = (fields: object): Property => ({ type: 'formula', formula: fields })
const FORMULA_2 = { type: 'formula', formula2: { code: [['1 + 1']], result_type: { type: 'number' } } }
const DATE = { type: 'datetime', start_date: '2020-02-01', start_time: '09:30' }
const THINGS = createId('Things')

const createNumberHtml = (text: string) => `<span class="number">${text}</span>`

const CELLS: [title: string, property: Property, value: Value | undefined, html: string | RegExp][] = [
  ['text has its formats [N-204]', { type: 'text' }, [['a'], ['b', [['b']]]], 'a<strong>b</strong>'],
  [
    'a number has the format of its property [N-205]',
    { type: 'number', number_format: 'euro' },
    '1234.5',
    createNumberHtml('€1,234.50'),
  ],
  [
    'an invalid number is unchanged [N-206]',
    { type: 'number', number_format: 'euro' },
    'about 5',
    createNumberHtml('about 5'),
  ],
  [
    'an option has its color [N-207]',
    { type: 'select', options: OPTIONS },
    'one',
    '<span class="tag tag-red">one</span>',
  ],
  ['a deleted option is not shown [N-208]', { type: 'select', options: OPTIONS }, 'gone', /^(?!.*gone)/s],
  [
    'a status has its color [N-209]',
    { type: 'status', options: OPTIONS },
    'one',
    '<span class="tag tag-red">one</span>',
  ],
  [
    'options may contain commas [N-210]',
    { type: 'multi_select', options: OPTIONS },
    'one,two, three',
    /^<[^>]*class="tag[^>]*>one<[^,]*>two, three<[^,]*$/,
  ],
  [
    'a date is shown as entered [N-211]',
    { type: 'date' },
    [createMention('d', DATE)],
    '<time datetime="2020-02-01T09:30:00.000Z">Feb 1, 2020, 9:30 AM</time>',
  ],
  [
    'known people are shown by name [N-212]',
    { type: 'person' },
    [createMention('u', createId('Ada')), [','], createMention('u', createId('nobody'))],
    'Ada Lovelace',
  ],
  [
    'files are links, and pictures are shown [N-213]',
    { type: 'file' },
    [createLink('a.pdf', `${OUT}.pdf`), [','], createLink('a.png', `${OUT}.png`)],
    new RegExp(
      `^[^,]*<a[^>]* href="${OUT}.pdf"[^>]*>a.pdf</a>[^,]*<a[^>]* href="${OUT}.png"[^>]*><img[^>]* alt="a.png"[^>]*></a>[^,]*$`,
    ),
  ],
  [
    'a checkbox shows whether it is checked [N-214]',
    { type: 'checkbox' },
    'Yes',
    /^<input[^>]* disabled=""[^>]* checked=""/,
  ],
  ['a URL is a link [N-215]', { type: 'url' }, 'https://example.com/', /^<a[^>]* href="https:\/\/example.com\/"/],
  ['an email address is a link [N-216]', { type: 'email' }, 'a@example.com', /^<a[^>]* href="mailto:a@example.com"/],
  ['a phone number is a link [N-217]', { type: 'phone_number' }, '+1 555 0100', /^<a[^>]* href="tel:\+1/],
  [
    'a formula shows its result [N-218]',
    createFormula({
      type: 'operator',
      name: 'multiply',
      operator: '*',
      result_type: 'number',
      args: [{ type: 'property', id: 'Cost', name: 'Cost', result_type: 'number' }, createConstant('3')],
    }),
    undefined,
    createNumberHtml('6'),
  ],
  [
    'a formula that fails shows nothing [N-219]',
    createFormula({ type: 'function', name: 'nosuchthing', result_type: 'number', args: [] }),
    undefined,
    '',
  ],
  [
    'a formula of an unknown type shows nothing [N-220]',
    createFormula({ type: 'hologram', result_type: 'text' }),
    undefined,
    '',
  ],
  [
    'a newer formula shows its stored result [N-221]',
    { ...FORMULA_2, number_format: 'euro' },
    '2',
    createNumberHtml('€2.00'),
  ],
  [
    'a newer formula without a result shows nothing [N-222]',
    { ...FORMULA_2, formula: createConstant('3') },
    undefined,
    '',
  ],
  [
    'a relation links to existing pages [N-223]',
    { type: 'relation', collection_id: THINGS },
    [...createPages('Pen'), [','], ...createPages('nowhere')] as Value,
    /^[^,]*<a[^>]* href="\/pen"[^>]*>Pen<\/a>[^,a]*$/,
  ],
  [
    'a rollup is computed from related rows [N-224]',
    {
      type: 'rollup',
      relation_property: 'Related',
      target_property: 'Cost',
      target_property_type: 'number',
      aggregation: 'sum',
    },
    undefined,
    createNumberHtml('5'),
  ],
  [
    'the creation time is a date with a time [N-225] [N-297]',
    { type: 'created_time' },
    undefined,
    />Dec 5, 2024, 12:07 AM</,
  ],
  ['the last edit is a date with a time [N-226]', { type: 'last_edited_time' }, undefined, />Feb 3, 2024, 4:05 PM</],
  ['the creator is shown by name [N-227]', { type: 'created_by' }, undefined, 'Ada Lovelace'],
  ['the last editor is shown by name [N-228]', { type: 'last_edited_by' }, undefined, 'Ada Lovelace'],
  ['a unique id has its prefix [N-229]', { type: 'auto_increment_id', prefix: 'CASE' }, '7', 'CASE-7'],
  ['a property of an unknown type is text [N-230]', { type: 'hologram' }, 'a', 'a'],
  ['a property without a value is empty [N-231]', { type: 'number' }, undefined, ''],
]

const USERS: Tables = {
  notion_user: { Ada: { id: createId('Ada'), given_name: 'Ada', family_name: 'Lovelace' } },
}
/** The row with the values, and the time and author of its changes. */
const createRow = (properties: Record<string, Value>): Tables => ({
  ...USERS,
  block: {
    Row: {
      type: 'page',
      parent: 'Things',
      table: 'collection',
      properties: { title: 'Row', ...properties },
      more: {
        created_time: Date.UTC(2024, 11, 5, 0, 7),
        created_by_id: createId('Ada'),
        last_edited_by_id: createId('Ada'),
      },
    },
    Other: { type: 'page', title: 'Other' },
  },
})

describe('the cell of a property', () => {
  let cells: Element[] = []
  beforeAll(async () => {
    const [block, tables] = createDatabase(
      {
        schema: {
          ...Object.fromEntries(CELLS.map(([, property], index) => [`P${index}`, property])),
          Cost: { type: 'number' },
          Related: { type: 'relation', collection_id: THINGS },
        },
        rows: { Row: {}, Pen: { Cost: '2' }, Ink: { Cost: '3' } },
      },
      createRow({
        ...Object.fromEntries(
          CELLS.flatMap(([, , value], index) => (value === undefined ? [] : [[`P${index}`, value]])),
        ),
        Cost: '2',
        Related: [...createPages('Pen'), [','], ...createPages('Ink')] as Value,
      }),
    )
    cells = [...(await show(block, tables)).body.querySelectorAll('tbody tr:first-child td')]
  })

  test.each(CELLS.map(([title, , , html], index) => [title, html, index] as const))('%s', (_, html, index) => {
    if (typeof html === 'string') expect(cells[index]?.innerHTML).toBe(html)
    else expect(cells[index]?.innerHTML).toMatch(html)
  })
})

test('a title has its formats, and links to its page [N-203]', async () => {
  const [block, tables] = createDatabase({ rows: { Row: { title: [['a'], ['b', [['b']]]] } } })
  expectElements((await show(block, tables)).body, { 'a.row-title@html': ['a<strong>b</strong>'] })
})

test('a link inside a card is separate from the link of the card [N-232]', async () => {
  const gallery_properties = ['title', 'Site'].map((property) => ({ property, visible: true }))
  const [block, tables] = createDatabase({
    schema: { Site: { type: 'url' } },
    rows: { Row: { Site: OUT } },
    views: [{ type: 'gallery', format: { gallery_properties } }],
  })
  expectElements((await show(block, tables)).body, { 'a@href': ['/row', OUT], 'a a': [] })
})

describe('a table, a list and a gallery grouped by', () => {
  const GROUPS: [title: string, property: Property, value: Value | undefined, label: string][] = [
    ['title [N-170]', { type: 'title' }, undefined, 'Row'],
    ['text [N-171]', { type: 'text' }, 'some words', 'some words'],
    ['number [N-172]', { type: 'number', number_format: 'dollar' }, '0', '$0.00'],
    ['select [N-173]', { type: 'select', options: OPTIONS }, 'one', 'one'],
    ['status [N-174]', { type: 'status', options: OPTIONS }, 'one', 'one'],
    ['multi_select [N-175]', { type: 'multi_select', options: OPTIONS }, 'one', 'one'],
    ['date [N-176]', { type: 'date' }, [createMention('d', { type: 'date', start_date: '2024-02-03' })], 'Feb 3, 2024'],
    ['person [N-177]', { type: 'person' }, [createMention('u', createId('Ada'))], 'Ada Lovelace'],
    ['file [N-178]', { type: 'file' }, [createLink('a.pdf', `${OUT}.pdf`)], 'a.pdf'],
    ['checkbox [N-179]', { type: 'checkbox' }, 'Yes', 'Checked'],
    ['an unchecked checkbox [N-180]', { type: 'checkbox' }, undefined, 'Unchecked'],
    ['url [N-181]', { type: 'url' }, 'https://example.com/', 'https://example.com/'],
    ['email [N-182]', { type: 'email' }, 'ada@example.com', 'ada@example.com'],
    ['phone_number [N-183]', { type: 'phone_number' }, '+1 555 0100', '+1 555 0100'],
    ['formula [N-184]', createFormula(createConstant('3')), undefined, '3'],
    ['relation [N-185]', { type: 'relation', collection_id: createId('Others') }, createPages('Other'), 'Other'],
    ['created_time [N-186]', { type: 'created_time' }, undefined, 'Dec 5, 2024'],
    ['last_edited_time [N-187]', { type: 'last_edited_time' }, undefined, 'Feb 3, 2024'],
    ['created_by [N-188]', { type: 'created_by' }, undefined, 'Ada Lovelace'],
    ['last_edited_by [N-189]', { type: 'last_edited_by' }, undefined, 'Ada Lovelace'],
    ['auto_increment_id [N-190]', { type: 'auto_increment_id', prefix: 'CASE' }, '7', 'CASE-7'],
    ['a select without a value [N-191]', { type: 'select', options: OPTIONS }, undefined, 'No Without'],
    ['an unknown type [N-192]', { type: 'hologram' }, 'a', 'a'],
  ]
  /** View types with vertical groups, and the selector of a row in each. */
  const VIEWS = { table: 'tbody tr', list: '.collection-list > li', gallery: '.card' }
  const getId = (index: number) => (index === 0 ? 'title' : `P${index}`)
  let databases: Element[] = []

  beforeAll(async () => {
    const groupings = GROUPS.flatMap(([, { type }], index) => Object.keys(VIEWS).map((view) => ({ view, type, index })))
    const [block, tables] = createDatabase(
      {
        schema: {
          ...Object.fromEntries(
            GROUPS.slice(1).map(([title, property], index) => [
              getId(index + 1),
              { ...property, name: title.includes('without') ? 'Without' : title },
            ]),
          ),
          Cost: { type: 'number' },
        },
        rows: { Row: {} },
        views: groupings.map(({ view, type, index }) => ({
          type: view,
          format: {
            collection_group_by: { property: getId(index), type, groupBy: 'day' },
            table_properties: ['title', 'Cost'].map((property) => ({ property, visible: true })),
          },
        })),
      },
      createRow(
        Object.fromEntries(
          GROUPS.flatMap(([, , value], index) => (value === undefined ? [] : [[getId(index), value]])),
        ),
      ),
    )
    const blocks = groupings.map((_, index): Raw => {
      const view_ids = [createId(`view ${index + 1}`)]
      return { ...block, name: `Database ${index}`, more: { ...block.more, view_ids } }
    })
    const { body, notes } = await show(blocks, tables)
    expect(notes).toEqual([])
    databases = [...body.querySelectorAll('section.collection')]
    expect(databases).toHaveLength(groupings.length)
  })

  test.each(GROUPS.map(([title, , , label], index) => [title, label, index] as const))('%s', (_, label, index) => {
    for (const [place, [view, row]] of Object.entries(VIEWS).entries()) {
      const groups = [...(databases[index * 3 + place]?.querySelectorAll('details.collection-group') ?? [])]
      const group = groups.find((each) => each.querySelector(row))
      expect(group?.querySelector('.group-label')?.textContent, view).toBe(label)
      expect(group?.querySelector('.row-title')?.textContent, view).toBe('Row')
      expect(group?.querySelector('.collection-count')?.textContent, view).toBe('1')
      expect(group?.querySelectorAll(row), view).toHaveLength(1)
    }
  })
})
