import { expect, test } from 'vitest'
import { Conversion } from '@/lib/sync/official-api/conversion'
import { convertProperties } from '@/lib/sync/official-api/properties'
import { convertDataSource } from '@/lib/sync/official-api/schema'
import type { RichText } from '@/lib/workspace/record-map'

const ID = '0a0b0c0d-0000-4000-8000-00000000000'
const createText = (content: string) => ({ type: 'text', text: { content, link: null }, plain_text: content })
const createDate = (start: string, end: string | null = null) => ({ start, end, time_zone: null })
const createMention = (kind: string, id: string) => ['‣', [[kind, id]]]
/** Creates a reference to a property in the expression of a formula. */
const createReference = (property: string) => `{{notion:block_property:${property}:${ID}0:${ID}1}}`
const COMPUTED = { type: 'array', function: 'show_original' }

const MAP = 'https://www.openstreetmap.org/?mlat=1&mlon=2'

/** API values of all property types, and the expected values of a record. */
const VALUES: [type: string, value: unknown, stored: unknown][] = [
  ['title', [createText('A')], [['A']]],
  [
    'rich_text',
    [createText('A'), { ...createText('B'), annotations: { bold: true, color: 'red' } }],
    [['A'], ['B', [['b'], ['h', 'red']]]],
  ],
  ['number', 4.5, [['4.5']]],
  ['number', 0, [['0']]],
  ['number', null, undefined],
  ['checkbox', true, [['Yes']]],
  ['checkbox', false, [['No']]],
  ['url', 'https://a.b', [['https://a.b', [['a', 'https://a.b']]]]],
  ['email', 'a@b.c', [['a@b.c', [['a', 'a@b.c']]]]],
  ['phone_number', '+1', [['+1', [['a', '+1']]]]],
  ['select', { id: 'x', name: 'One', color: 'red' }, [['One']]],
  ['select', null, undefined],
  ['status', { id: 'x', name: 'Done', color: 'green' }, [['Done']]],
  ['multi_select', [{ name: 'One' }, { name: 'Two' }], [['One,Two']]],
  ['date', createDate('2026-01-02'), [['‣', [['d', { type: 'date', start_date: '2026-01-02' }]]]]],
  [
    'date',
    createDate('2026-01-02T09:30:00.000+01:00', '2026-01-03T10:00:00.000+02:00'),
    [
      [
        '‣',
        [
          [
            'd',
            {
              type: 'datetimerange',
              start_date: '2026-01-02',
              start_time: '09:30',
              end_date: '2026-01-03',
              end_time: '10:00',
              time_zone: '+01:00',
            },
          ],
        ],
      ],
    ],
  ],
  [
    'date',
    createDate('2026-01-02T01:00:00.000+05:30'),
    [['‣', [['d', { type: 'datetime', start_date: '2026-01-02', start_time: '01:00', time_zone: '+05:30' }]]]],
  ],
  [
    'date',
    createDate('2026-01-02T01:00:00.000-09:30', '2026-01-02T20:30:00Z'),
    [
      [
        '‣',
        [
          [
            'd',
            {
              ...{ type: 'datetimerange', start_date: '2026-01-02', start_time: '01:00', time_zone: '-09:30' },
              ...{ end_date: '2026-01-02', end_time: '11:00' },
            },
          ],
        ],
      ],
    ],
  ],
  [
    'people',
    [{ object: 'user', id: `${ID}1`, name: 'Ada' }, { id: `${ID}2` }],
    [createMention('u', `${ID}1`), [','], createMention('u', `${ID}2`)],
  ],
  [
    'relation',
    [{ id: `${ID}1` }, { id: `${ID}2` }],
    [createMention('p', `${ID}1`), [','], createMention('p', `${ID}2`)],
  ],
  [
    'files',
    [{ name: 'a.pdf', type: 'external', external: { url: 'https://a.b/a.pdf' } }],
    [['a.pdf', [['a', 'https://a.b/a.pdf']]]],
  ],
  [
    'files',
    [{ name: 'a.pdf', type: 'file', file: { url: `https://s3.example/${ID}1/${ID}2/a%20b.pdf?X-Amz-Signature=x` } }],
    [['a.pdf', [['a', `attachment:${ID}2:a b.pdf`]]]],
  ],
  ['unique_id', { prefix: 'T', number: 7 }, [['7']]],
  ['place', { lat: 1, lon: 2, name: 'Home', address: null }, [['Home', [['a', MAP]]]]],
  ['place', { lat: 1, lon: 2 }, [['1, 2', [['a', MAP]]]]],
  ['place', { name: 'Home', address: 'At the sea' }, [['Home, At the sea']]],
  ['formula', { type: 'string', string: 'A' }, [['A']]],
  ['formula', { type: 'number', number: 3 }, [['3']]],
  ['formula', { type: 'boolean', boolean: false }, [['No']]],
  [
    'formula',
    { type: 'date', date: createDate('2026-01-02') },
    [['‣', [['d', { type: 'date', start_date: '2026-01-02' }]]]],
  ],
  ['formula', { type: 'string', string: null }, undefined],
  ['formula', { type: 'unsupported', unsupported: {} }, [['\uFFFD']]],
  ['rollup', { type: 'number', number: 3, function: 'sum' }, [['3']]],
  ['rollup', { ...COMPUTED, array: [{ type: 'title', title: [createText('A'), createText('B')] }] }, [['AB']]],
  ['rollup', { ...COMPUTED, array: Array(25).fill({ type: 'number', number: 1 }) }, [['\uFFFD']]],
  ['rollup', { type: 'incomplete', incomplete: {}, function: 'sum' }, [['\uFFFD']]],
  ['created_time', '2026-01-02T00:00:00.000Z', undefined],
  ['created_by', { id: `${ID}1` }, undefined],
  ['last_edited_time', '2026-01-02T00:00:00.000Z', undefined],
  ['last_edited_by', { id: `${ID}1` }, undefined],
  ['button', {}, undefined],
  ['verification', { state: 'unverified', verified_by: { id: `${ID}1` } }, undefined],
  ['verification', { state: 'verified', verified_by: { id: `${ID}1` } }, [createMention('u', `${ID}1`)]],
  [
    'verification',
    { state: 'verified', verified_by: null, date: createDate('2026-01-02') },
    [['‣', [['d', { type: 'date', start_date: '2026-01-02' }]]]],
  ],
  ['from the future', {}, undefined],
]

test.each(VALUES)('convertProperties converts a value of type %s: %j', (type, value, stored) => {
  const page = { Name: { id: '%3CnJT', type, [type]: value } }
  const { properties } = convertProperties(page, new Conversion())
  expect(properties).toEqual(stored === undefined ? {} : { '<nJT': stored as RichText })
})

test.each([
  ['relation', [{ id: `${ID}1` }], { has_more: true }, true],
  ['relation', [{ id: `${ID}1` }], { has_more: false }, false],
  ['people', Array.from({ length: 25 }, (_, at) => ({ id: `${ID.slice(0, -1)}${10 + at}` })), {}, true],
  ['rich_text', Array(25).fill({ type: 'mention', mention: {}, plain_text: '' }), {}, true],
  ['rich_text', Array(30).fill(createText('A')), {}, false],
])(
  'convertProperties reports whether a value of type %s is truncated and must be requested',
  (type, value, more, isCut) => {
    const { cut } = convertProperties({ Name: { id: 'a%3A', type, [type]: value, ...more } }, new Conversion())
    expect(cut).toEqual(isCut ? ['a%3A'] : [])
  },
)

/** API settings of all property types, and the expected schema. */
const SCHEMAS: [type: string, value: unknown, schema: object][] = [
  ['title', {}, { type: 'title' }],
  ['rich_text', {}, { type: 'text' }],
  ['number', { format: 'euro' }, { type: 'number', number_format: 'euro' }],
  [
    'select',
    { options: [{ id: 'x', name: 'One', color: 'red' }] },
    { type: 'select', options: [{ id: 'x', value: 'One', color: 'red' }] },
  ],
  [
    'status',
    {
      options: [{ id: 'x', name: 'One', color: 'red' }],
      groups: [{ id: 'g', name: 'Open', color: 'gray', option_ids: ['x'] }],
    },
    {
      type: 'status',
      options: [{ id: 'x', value: 'One', color: 'red' }],
      groups: [{ id: 'g', name: 'Open', color: 'gray', optionIds: ['x'] }],
    },
  ],
  ['people', {}, { type: 'person' }],
  ['files', {}, { type: 'file' }],
  ['unique_id', { prefix: 'T' }, { type: 'auto_increment_id', prefix: 'T' }],
  [
    'relation',
    { data_source_id: `${ID}3`, dual_property: { synced_property_id: 'a%3A' } },
    {
      type: 'relation',
      collection_id: `${ID}3`,
      collection_pointer: { id: `${ID}3`, table: 'collection' },
      property: 'a:',
    },
  ],
  [
    'rollup',
    { relation_property_id: 'a:', rollup_property_id: 'title', function: 'count' },
    { type: 'rollup', relation_property: 'a:', target_property: 'title', aggregation: 'count' },
  ],
  ['formula', { expression: 'prop("A") + 1' }, { type: 'formula', formula2: { code: ['prop("A") + 1'] } }],
  [
    'formula',
    { expression: createReference('a%3Ab') },
    { type: 'formula', formula2: { code: [createReference('a%3Ab'), 'a%3Ab', 'a:b'] } },
  ],
  ['formula', { expression: '{{notion:block_property:a}}' }, { type: 'formula', formula2: {} }],
  ['formula', {}, { type: 'formula', formula2: {} }],
  ['checkbox', {}, { type: 'checkbox' }],
  ['date', {}, { type: 'date' }],
  ['button', {}, { type: 'button' }],
]

test.each(SCHEMAS)('convertDataSource converts a property of type %s: %j', (type, value, expected) => {
  const source = { id: `${ID}1`, properties: { Name: { id: 'b%3B', name: 'Name', type, [type]: value } } }
  const { schema } = convertDataSource(source, undefined, new Conversion())
  expect(schema).toEqual({ 'b;': { name: 'Name', ...expected } })
})
