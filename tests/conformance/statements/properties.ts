import { expect } from 'vitest'
import { idOf } from '../../support/records'
import { type Row, rowsFor, type Section } from '../row'
import type { Database, Tables } from '../support/maps'
import { attributes, cellOf, one, showDatabase, texts } from '../support/show'

type Property = Record<string, unknown>
type Value = Parameters<typeof cellOf>[1]

const OUT = 'https://example.com/a'
const users: Tables = { notion_user: { Ada: { id: idOf('Ada'), given_name: 'Ada', family_name: 'Lovelace' } } }
const mention = (...format: unknown[]): [string, unknown[]] => ['‣', [format]]
const link = (text: string, address: string): [string, unknown[]] => [text, [['a', address]]]
const options = [
  { id: '1', value: 'one', color: 'red' },
  { id: '2', value: 'two, three' },
]

/** A row about a type of property: a value of it, and what its cell must hold. */
function cell(
  says: string,
  property: Property,
  value: Value,
  check: (cell: Element) => void,
  more: Database = {},
): Omit<Row, 'id'> {
  return { says, holds: async () => check(await cellOf(property, value, more, users)) }
}

const html = (expected: string) => (found: Element) => expect(found.innerHTML).toBe(expected)
const words = (expected: string) => (found: Element) => expect(found.textContent).toBe(expected)
const stamped = { created_by_id: idOf('Ada'), last_edited_by_id: idOf('Ada') }

/** A row that has who made it. */
function byAda(says: string, type: string): Omit<Row, 'id'> {
  const block = { Row: { type: 'page', parent: 'Things', table: 'collection', title: 'Row', more: stamped } }
  return {
    says,
    holds: async () => words('Ada Lovelace')(await cellOf({ type }, undefined, {}, { ...users, block })),
  }
}

const formula = (more: Property): Property => ({ type: 'formula', ...more })
const cost = { Cost: { type: 'number' } }
const ofCost = { schema: cost, rows: { Row: { Cost: '2' } } }
const costs = { type: 'property', id: 'Cost', name: 'Cost', result_type: 'number' }

export const PROPERTIES: Section = {
  name: 'Types of property',
  rows: rowsFor({
    title: {
      says: 'A title has its formats and links to the page of its row.',
      holds: async () => {
        const body = await showDatabase({ rows: { Row: { title: [['a'], ['b', [['b']]]] } } })
        expect(one(body, 'a.row-title').innerHTML).toBe('a<strong>b</strong>')
      },
    },
    text: cell('A text has its formats.', { type: 'text' }, [['a'], ['b', [['b']]]], html('a<strong>b</strong>')),
    number: cell(
      'A number is shown in the format of its property.',
      { type: 'number', number_format: 'euro' },
      '1234.5',
      words('€1,234.50'),
    ),
    'number, invalid': cell(
      'A value that is not a number is shown as entered.',
      { type: 'number', number_format: 'euro' },
      'about 5',
      words('about 5'),
    ),
    select: cell(
      'A select option has its colour.',
      { type: 'select', options },
      'one',
      html('<span class="tag tag-red">one</span>'),
    ),
    'select, not listed': cell(
      'A select option that is no longer in the schema is still shown.',
      { type: 'select', options },
      'gone',
      words('gone'),
    ),
    status: cell(
      'A status has its colour.',
      { type: 'status', options },
      'one',
      html('<span class="tag tag-red">one</span>'),
    ),
    multi_select: cell(
      'Each option of a multi-select is shown, also if its name contains a comma.',
      { type: 'multi_select', options },
      'one,two, three',
      (found) => expect(texts(found, '.tag')).toEqual(['one', 'two, three']),
    ),
    date: cell(
      'A date is shown as entered.',
      { type: 'date' },
      [mention('d', { type: 'datetime', start_date: '2020-02-01', start_time: '09:30' })],
      html('<time datetime="2020-02-01T09:30:00.000Z">Feb 1, 2020 09:30 AM</time>'),
    ),
    person: cell(
      'People are shown by name.',
      { type: 'person' },
      [mention('u', idOf('Ada')), [','], mention('u', idOf('nobody'))],
      words('Ada Lovelace'),
    ),
    file: cell(
      'Files are links with their names, and pictures are shown.',
      { type: 'file' },
      [link('a.pdf', `${OUT}.pdf`), [','], link('a.png', `${OUT}.png`)],
      (found) => {
        expect(attributes(found, 'a', 'href')).toEqual([`${OUT}.pdf`, `${OUT}.png`])
        expect(texts(found, 'a')).toEqual(['a.pdf', ''])
        expect(one(found, 'img').getAttribute('alt')).toBe('a.png')
      },
    ),
    checkbox: cell('A checkbox says yes or no.', { type: 'checkbox' }, 'Yes', (found) =>
      expect(one(found, 'input[disabled]').hasAttribute('checked')).toBe(true),
    ),
    url: cell('An address is a link.', { type: 'url' }, 'https://example.com/', (found) =>
      expect(one(found, 'a').getAttribute('href')).toBe('https://example.com/'),
    ),
    email: cell('A mail address can be written to.', { type: 'email' }, 'ada@example.com', (found) =>
      expect(one(found, 'a').getAttribute('href')).toBe('mailto:ada@example.com'),
    ),
    phone_number: cell('A telephone number can be called.', { type: 'phone_number' }, '+1 555 0100', (found) =>
      expect(one(found, 'a').getAttribute('href')).toMatch(/^tel:\+1/),
    ),
    formula: cell(
      'A formula shows its result.',
      formula({
        formula: {
          type: 'operator',
          name: 'multiply',
          operator: '*',
          result_type: 'number',
          args: [costs, { type: 'constant', value: '3', value_type: 'number', result_type: 'number' }],
        },
      }),
      undefined,
      words('6'),
      ofCost,
    ),
    'formula, failing': cell(
      'A formula that fails shows nothing.',
      formula({ formula: { type: 'function', name: 'nosuchthing', result_type: 'number', args: [] } }),
      undefined,
      words(''),
    ),
    'formula, of unknown type': cell(
      'A formula of an unknown type has no result.',
      formula({ formula: { type: 'hologram', result_type: 'text' } }),
      undefined,
      words(''),
    ),
    'formula2, with its result': cell(
      'A formula of Notion’s newer language shows the result stored in its row.',
      formula({ formula2: { code: [['1 + 1']], result_type: { type: 'number' } }, number_format: 'euro' }),
      '2',
      words('€2.00'),
    ),
    'formula2, without a result': cell(
      'A newer formula without a stored result shows nothing, even if the property also has an older formula.',
      formula({
        formula2: { code: [['1 + 1']], result_type: { type: 'number' } },
        formula: { type: 'constant', value: '3', value_type: 'number', result_type: 'number' },
      }),
      undefined,
      words(''),
    ),
    relation: cell(
      'A relation is shown as links to pages.',
      { type: 'relation', collection_id: idOf('Things') },
      [mention('p', idOf('Second')), [','], mention('p', idOf('nowhere'))],
      (found) => {
        expect(attributes(found, 'a', 'href')).toEqual(['/second'])
        expect(found.textContent).toBe('Second')
      },
      { rows: { Second: {} } },
    ),
    rollup: cell(
      'A rollup is computed from the related rows.',
      {
        type: 'rollup',
        relation_property: 'Related',
        target_property: 'Cost',
        target_property_type: 'number',
        aggregation: 'sum',
      },
      undefined,
      words('5'),
      {
        schema: { ...cost, Related: { type: 'relation', collection_id: idOf('Things') } },
        rows: {
          Row: { Related: [mention('p', idOf('Pen')), [','], mention('p', idOf('Ink'))] },
          Pen: { Cost: '2' },
          Ink: { Cost: '3' },
        },
      },
    ),
    created_time: cell(
      'The creation time of a row is a date with a time.',
      { type: 'created_time' },
      undefined,
      words('Jan 2, 2024 09:30 AM'),
    ),
    last_edited_time: cell(
      'The last edit of a row is a date with a time.',
      { type: 'last_edited_time' },
      undefined,
      words('Feb 3, 2024 04:05 PM'),
    ),
    created_by: byAda('The creator of a row is shown by name.', 'created_by'),
    last_edited_by: byAda('The last editor of a row is shown by name.', 'last_edited_by'),
    auto_increment_id: cell(
      'A unique id has its prefix.',
      { type: 'auto_increment_id', prefix: 'CASE' },
      '7',
      words('CASE-7'),
    ),
    'unknown type': cell('A property of an unknown type is shown as text.', { type: 'hologram' }, 'a', words('a')),
    empty: cell('A property without a value is empty.', { type: 'number' }, undefined, words('')),
    'in a card': {
      says: 'A link inside a card is separate from the link of the card.',
      holds: async () => {
        const gallery_properties = ['title', 'Site'].map((property) => ({ property, visible: true }))
        const body = await showDatabase({
          schema: { Site: { type: 'url' } },
          rows: { Row: { Site: OUT } },
          views: [{ type: 'gallery', format: { gallery_properties } }],
        })
        expect(attributes(body, 'a', 'href')).toEqual(['/row', OUT])
        expect(body.querySelector('a a')).toBeNull()
      },
    },
  }),
}
