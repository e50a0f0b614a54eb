import { expect } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Row, type Section } from '../row'
import type { Database, Tables } from '../support/maps'
import { findOne, listAttributes, listTexts, renderCell, showDatabase } from '../support/show'

type Property = Record<string, unknown>
type Value = Parameters<typeof renderCell>[1]

const OUT = 'https://example.com/a'
const users: Tables = { notion_user: { Ada: { id: createId('Ada'), given_name: 'Ada', family_name: 'Lovelace' } } }
const createMention = (...format: unknown[]): [string, unknown[]] => ['‣', [format]]
const createLink = (text: string, address: string): [string, unknown[]] => [text, [['a', address]]]
const options = [
  { id: '1', value: 'one', color: 'red' },
  { id: '2', value: 'two, three' },
]

/** Creates a row that renders a value of a property and checks its cell. */
function checkCell(
  statement: string,
  property: Property,
  value: Value,
  check: (cell: Element) => void,
  more: Database = {},
): Omit<Row, 'id'> {
  return { statement, check: async () => check(await renderCell(property, value, more, users)) }
}

const expectHtml = (expected: string) => (found: Element) => expect(found.innerHTML).toBe(expected)
const expectText = (expected: string) => (found: Element) => expect(found.textContent).toBe(expected)
const authors = { created_by_id: createId('Ada'), last_edited_by_id: createId('Ada') }

/** Creates a row that checks the cell of a property that contains the author of a row. */
function checkAuthor(statement: string, type: string): Omit<Row, 'id'> {
  const block = { Row: { type: 'page', parent: 'Things', table: 'collection', title: 'Row', more: authors } }
  return {
    statement,
    check: async () => expectText('Ada Lovelace')(await renderCell({ type }, undefined, {}, { ...users, block })),
  }
}

const createFormula = (more: Property): Property => ({ type: 'formula', ...more })
const cost = { Cost: { type: 'number' } }
const costDatabase = { schema: cost, rows: { Row: { Cost: '2' } } }
const costReference = { type: 'property', id: 'Cost', name: 'Cost', result_type: 'number' }

export const PROPERTIES: Section = {
  name: 'Types of property',
  rows: createRows({
    title: {
      statement: 'A title has its formats and links to the page of its row.',
      check: async () => {
        const body = await showDatabase({ rows: { Row: { title: [['a'], ['b', [['b']]]] } } })
        expect(findOne(body, 'a.row-title').innerHTML).toBe('a<strong>b</strong>')
      },
    },
    text: checkCell(
      'A text has its formats.',
      { type: 'text' },
      [['a'], ['b', [['b']]]],
      expectHtml('a<strong>b</strong>'),
    ),
    number: checkCell(
      'A number is shown in the format of its property.',
      { type: 'number', number_format: 'euro' },
      '1234.5',
      expectText('€1,234.50'),
    ),
    'number, invalid': checkCell(
      'A value that is not a number is shown as entered.',
      { type: 'number', number_format: 'euro' },
      'about 5',
      expectText('about 5'),
    ),
    select: checkCell(
      'A select option has its color.',
      { type: 'select', options },
      'one',
      expectHtml('<span class="tag tag-red">one</span>'),
    ),
    'select, not listed': checkCell(
      'A select option that is no longer in the schema is still shown.',
      { type: 'select', options },
      'gone',
      expectText('gone'),
    ),
    status: checkCell(
      'A status has its color.',
      { type: 'status', options },
      'one',
      expectHtml('<span class="tag tag-red">one</span>'),
    ),
    multi_select: checkCell(
      'Each option of a multi-select is shown, also if its name contains a comma.',
      { type: 'multi_select', options },
      'one,two, three',
      (found) => expect(listTexts(found, '.tag')).toEqual(['one', 'two, three']),
    ),
    date: checkCell(
      'A date is shown as entered.',
      { type: 'date' },
      [createMention('d', { type: 'datetime', start_date: '2020-02-01', start_time: '09:30' })],
      expectHtml('<time datetime="2020-02-01T09:30:00.000Z">Feb 1, 2020 09:30 AM</time>'),
    ),
    person: checkCell(
      'People are shown by name.',
      { type: 'person' },
      [createMention('u', createId('Ada')), [','], createMention('u', createId('nobody'))],
      expectText('Ada Lovelace'),
    ),
    file: checkCell(
      'Files are links with their names, and pictures are shown.',
      { type: 'file' },
      [createLink('a.pdf', `${OUT}.pdf`), [','], createLink('a.png', `${OUT}.png`)],
      (found) => {
        expect(listAttributes(found, 'a', 'href')).toEqual([`${OUT}.pdf`, `${OUT}.png`])
        expect(listTexts(found, 'a')).toEqual(['a.pdf', ''])
        expect(findOne(found, 'img').getAttribute('alt')).toBe('a.png')
      },
    ),
    checkbox: checkCell('A checkbox says yes or no.', { type: 'checkbox' }, 'Yes', (found) =>
      expect(findOne(found, 'input[disabled]').hasAttribute('checked')).toBe(true),
    ),
    url: checkCell('An address is a link.', { type: 'url' }, 'https://example.com/', (found) =>
      expect(findOne(found, 'a').getAttribute('href')).toBe('https://example.com/'),
    ),
    email: checkCell('A mail address can be written to.', { type: 'email' }, 'ada@example.com', (found) =>
      expect(findOne(found, 'a').getAttribute('href')).toBe('mailto:ada@example.com'),
    ),
    phone_number: checkCell('A telephone number can be called.', { type: 'phone_number' }, '+1 555 0100', (found) =>
      expect(findOne(found, 'a').getAttribute('href')).toMatch(/^tel:\+1/),
    ),
    formula: checkCell(
      'A formula shows its result.',
      createFormula({
        formula: {
          type: 'operator',
          name: 'multiply',
          operator: '*',
          result_type: 'number',
          args: [costReference, { type: 'constant', value: '3', value_type: 'number', result_type: 'number' }],
        },
      }),
      undefined,
      expectText('6'),
      costDatabase,
    ),
    'formula, failing': checkCell(
      'A formula that fails shows nothing.',
      createFormula({ formula: { type: 'function', name: 'nosuchthing', result_type: 'number', args: [] } }),
      undefined,
      expectText(''),
    ),
    'formula, of unknown type': checkCell(
      'A formula of an unknown type has no result.',
      createFormula({ formula: { type: 'hologram', result_type: 'text' } }),
      undefined,
      expectText(''),
    ),
    'formula2, with its result': checkCell(
      'A formula of Notion’s newer language shows the result stored in its row.',
      createFormula({ formula2: { code: [['1 + 1']], result_type: { type: 'number' } }, number_format: 'euro' }),
      '2',
      expectText('€2.00'),
    ),
    'formula2, without a result': checkCell(
      'A newer formula without a stored result shows nothing, even if the property also has an older formula.',
      createFormula({
        formula2: { code: [['1 + 1']], result_type: { type: 'number' } },
        formula: { type: 'constant', value: '3', value_type: 'number', result_type: 'number' },
      }),
      undefined,
      expectText(''),
    ),
    relation: checkCell(
      'A relation is shown as links to pages.',
      { type: 'relation', collection_id: createId('Things') },
      [createMention('p', createId('Second')), [','], createMention('p', createId('nowhere'))],
      (found) => {
        expect(listAttributes(found, 'a', 'href')).toEqual(['/second'])
        expect(found.textContent).toBe('Second')
      },
      { rows: { Second: {} } },
    ),
    rollup: checkCell(
      'A rollup is computed from the related rows.',
      {
        type: 'rollup',
        relation_property: 'Related',
        target_property: 'Cost',
        target_property_type: 'number',
        aggregation: 'sum',
      },
      undefined,
      expectText('5'),
      {
        schema: { ...cost, Related: { type: 'relation', collection_id: createId('Things') } },
        rows: {
          Row: { Related: [createMention('p', createId('Pen')), [','], createMention('p', createId('Ink'))] },
          Pen: { Cost: '2' },
          Ink: { Cost: '3' },
        },
      },
    ),
    created_time: checkCell(
      'The creation time of a row is a date with a time.',
      { type: 'created_time' },
      undefined,
      expectText('Jan 2, 2024 09:30 AM'),
    ),
    last_edited_time: checkCell(
      'The last edit of a row is a date with a time.',
      { type: 'last_edited_time' },
      undefined,
      expectText('Feb 3, 2024 04:05 PM'),
    ),
    created_by: checkAuthor('The creator of a row is shown by name.', 'created_by'),
    last_edited_by: checkAuthor('The last editor of a row is shown by name.', 'last_edited_by'),
    auto_increment_id: checkCell(
      'A unique id has its prefix.',
      { type: 'auto_increment_id', prefix: 'CASE' },
      '7',
      expectText('CASE-7'),
    ),
    'unknown type': checkCell(
      'A property of an unknown type is shown as text.',
      { type: 'hologram' },
      'a',
      expectText('a'),
    ),
    empty: checkCell('A property without a value is empty.', { type: 'number' }, undefined, expectText('')),
    'in a card': {
      statement: 'A link inside a card is separate from the link of the card.',
      check: async () => {
        const gallery_properties = ['title', 'Site'].map((property) => ({ property, visible: true }))
        const body = await showDatabase({
          schema: { Site: { type: 'url' } },
          rows: { Row: { Site: OUT } },
          views: [{ type: 'gallery', format: { gallery_properties } }],
        })
        expect(listAttributes(body, 'a', 'href')).toEqual(['/row', OUT])
        expect(body.querySelector('a a')).toBeNull()
      },
    },
  }),
}
