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
  expect(data.views[0]?.sections[0]?.totals?.[1]?.[1]).toBe(expected)
})

test('a filter by a page that the viewer may not read keeps the matching rows', () => {
  const filter = { operator: 'relation_contains', value: { type: 'exact', value: createId('Closed') } }
  const views = [{ query: { filter: { property: 'Related', filter } } }]
  expect(getTitles(prepare({ schema, rows, views, context: viewerContext }))).toEqual(['One', 'Two'])
})
