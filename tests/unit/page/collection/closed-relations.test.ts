import { expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { context, getTitles, prepare, shown } from './support'

const createRelation = (...names: string[]): RichText => names.map((name) => ['‣', [['p', createId(name)]]])
const schema = { Related: { type: 'relation' } }
const rows = {
  One: { Related: createRelation('Open', 'Closed') },
  Two: { Related: createRelation('Closed') },
  Three: {},
}
const viewerContext = context({ hidden: ['Closed'] })

test.each([
  ['count_values', '1'],
  ['not_empty', '1'],
  ['empty', '2'],
  ['unique', '1'],
])('the calculation %s of a relation counts only pages that exist for the viewer', (aggregator, expected) => {
  const views = [
    {
      format: { table_properties: shown('title', 'Related') },
      query: { aggregations: [{ property: 'Related', aggregator }] },
    },
  ]
  const data = prepare({ schema, rows, views, context: viewerContext })
  expect(data.views[0]?.sections[0]?.totals?.[1]?.value).toBe(expected)
})

test('a filter by a page that the viewer may not read keeps the matching rows', () => {
  const filter = { operator: 'relation_contains', value: { type: 'exact', value: createId('Closed') } }
  const views = [{ query: { filter: { property: 'Related', filter } } }]
  expect(getTitles(prepare({ schema, rows, views, context: viewerContext }))).toEqual(['One', 'Two'])
})

const formula = { type: 'formula', more: { formula2: { code: 'prop("Related")', result_type: 'text' } } }
const withResults = {
  schema: { ...schema, Result: formula },
  rows: {
    One: { ...rows.One, Result: 'secret' },
    Two: { ...rows.Two, Result: 'secret too' },
    Three: { Result: 'open' },
  },
}
/** Notion's order of the rows by a value that the viewer may not see. */
const results = { [createId('view')]: { rows: ['Two', 'Three', 'One'].map(createId), groups: [] } }

test('results that depend on a closed page are in no cell, group or calculation', () => {
  const grouped = { collection_group_by: { property: 'Result' } }
  const views = [
    {
      format: { table_properties: shown('title', 'Result'), ...grouped },
      query: { aggregations: [{ property: 'Result', aggregator: 'not_empty' }] },
    },
  ]
  const data = prepare({ ...withResults, views, context: viewerContext })
  expect(JSON.stringify(data)).not.toContain('secret')
  expect(data.views[0]?.sections.map(({ label, totals }) => [label, totals?.[1]?.value])).toEqual([
    ['open', '1'],
    ['No Result', '0'],
  ])
})

test.each<[string, Record<string, unknown>, object?]>([
  ['a sort by a relation', { sort: [{ property: 'Related', direction: 'ascending' }] }],
  ['a sort by a password', { sort: [{ property: 'Gone', direction: 'ascending' }] }, { passwords: { Gone: 'text' } }],
  ['a sort by a formula of a relation', { sort: [{ property: 'Result', direction: 'ascending' }] }],
  [
    'an unknown filter of a formula of a relation',
    { filter: { property: 'Result', filter: { operator: 'unknown', value: { type: 'exact', value: 'x' } } } },
  ],
])(
  'the order that Notion stored for %s is not used, because it tells about closed pages',
  (_, query, collection = {}) => {
    const titles = getTitles(
      prepare({ ...withResults, collection, views: [{ query }], results, context: viewerContext }),
    )
    expect(titles.indexOf('One')).toBeLessThan(titles.indexOf('Two'))
  },
)

test('the order that Notion stored for a board by a formula of a relation is not used', () => {
  const views = [{ type: 'board', format: { board_columns_by: { property: 'Result' } } }]
  const { rows: shownRows } = prepare({ ...withResults, views, results, context: viewerContext })
  const paths = shownRows.map(({ path }) => path)
  const findPlace = (name: string) => paths.indexOf(`/${createId(name).slice(0, 8)}`)
  expect(findPlace('One')).toBeGreaterThanOrEqual(0)
  expect(findPlace('One')).toBeLessThan(findPlace('Two'))
})

test('an unknown filter by another property keeps the rows that Notion stored, in an order that reveals nothing', () => {
  const query = {
    filter: { property: 'Note', filter: { operator: 'unknown', value: { type: 'exact', value: 'x' } } },
    sort: [{ property: 'Result', direction: 'ascending' }],
  }
  const withNotes = { ...withResults, schema: { ...withResults.schema, Note: { type: 'text' } } }
  const some = { [createId('view')]: { rows: ['Two', 'One'].map(createId), groups: [] } }
  expect(getTitles(prepare({ ...withNotes, views: [{ query }], results: some, context: viewerContext }))).toEqual([
    'One',
    'Two',
  ])
})

test('the order that Notion stored for a sort by another property is used', () => {
  const views = [{ query: { sort: [{ property: 'Note', direction: 'ascending' }] } }]
  const withNotes = { ...withResults, schema: { ...withResults.schema, Note: { type: 'text' } } }
  const titles = getTitles(prepare({ ...withNotes, views, results, context: viewerContext }))
  expect(titles).toEqual(['Two', 'Three', 'One'])
})
