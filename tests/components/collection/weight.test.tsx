import { gzipSync } from 'node:zlib'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { createId, date } from '@/tests/support/records'
import { context, prepare, shown } from '../../unit/page/collection/support'

const TOPICS = ['Guides', 'Releases', 'Essays', 'Research']

test('a hundred rows of five columns in four views stay below the size limit of HTML and data', () => {
  const titles = Array.from({ length: 100 }, (_, index) => `${TOPICS[index % 4]} number ${(index * 7919) % 1000}`)
  const rows = Object.fromEntries(
    titles.map((title, index) => [
      title,
      {
        Topic: TOPICS[index % 4] ?? '',
        Tags: `${TOPICS[index % 3]},${TOPICS[3]}`,
        Day: date(`2024-${10 + (index % 3)}-${10 + (index % 19)}`),
        Cost: String((index * 7919) % 900),
      },
    ]),
  )
  const paths = new Map(
    titles.map((title) => [createId(title), `/articles/${title.toLowerCase().replaceAll(' ', '-')}`]),
  )
  const options = TOPICS.map((value) => ({ id: value, value, color: 'blue' }))
  const data = prepare({
    schema: {
      Topic: { type: 'select', options },
      Tags: { type: 'multi_select', options },
      Day: { type: 'date' },
      Cost: { type: 'number', number_format: 'dollar' },
    },
    rows,
    context: context({ pageLink: (id) => ({ path: paths.get(id) ?? '/', title: '', icon: '📝' }) }),
    views: Object.keys(VIEW_TYPES).map((type) => ({
      id: createId(type),
      type,
      format: {
        [`${type}_properties`]: shown('title', 'Topic', 'Tags', 'Day', 'Cost'),
        ...(type === 'board' && { board_columns_by: { property: 'Topic' } }),
      },
      query: { sort: [{ property: 'Day', direction: 'descending' }] },
    })),
  })
  expect(data.rows).toHaveLength(100)
  const html = renderToString(<Collection data={data} />)
  expect(gzipSync(html + JSON.stringify(data)).length).toBeLessThan(7500)
})
