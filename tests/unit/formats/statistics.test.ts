import { expect, it } from 'vitest'
import { createStatisticsView, formatStatistics } from '@/lib/formats/statistics'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { OTHERS } from '@/lib/statistics/counts'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const index = buildSite(
  buildInput([page('Root', undefined), page('Tide tables', 'Root'), page('Boats', 'Root')]),
  SETTINGS,
)
const tides = createId('Tide tables')

it('returns sums with titles and addresses of pages, the largest first', () => {
  const totals = [
    { views: new Map([[tides, 2]]) },
    {},
    {
      views: new Map([
        [tides, 1],
        [createId('Boats'), 5],
        ['deleted', 1],
        [OTHERS, 7],
      ]),
      helpful: new Map([[tides, 3]]),
      unhelpful: new Map([[tides, 1]]),
    },
  ]
  const texts = [{ day: '2026-01-31', page: tides, text: 'Add the moon' }]
  const view = createStatisticsView({ totals, texts, index, viewer: PUBLIC })
  expect(view.views).toEqual({ total: 16, daily: [2, 0, 14] })
  expect(view.lists.views).toEqual([
    { name: 'Boats', path: '/boats', total: 5, daily: [0, 0, 5] },
    { name: 'Tide tables', path: '/tide-tables', total: 3, daily: [2, 0, 1] },
    { name: 'deleted', total: 1, daily: [0, 0, 1] },
  ])
  expect(view.helpful).toEqual([{ name: 'Tide tables', path: '/tide-tables', yes: 3, no: 1 }])
  expect(view.texts).toEqual([{ name: 'Tide tables', path: '/tide-tables', day: '2026-01-31', text: 'Add the moon' }])
})

it('suggests the public page whose address is nearest to a missing one', () => {
  const suggest = (missing: string) =>
    createStatisticsView({ totals: [{ missing: new Map([[missing, 1]]) }], texts: [], index, viewer: PUBLIC }).lists
      .missing[0]?.suggestion
  expect(suggest('/old/tide-tables')).toBe('/tide-tables')
  expect(suggest('/Tide-Tables.html')).toBe('/tide-tables')
  expect(suggest('/tide-table')).toBe('/tide-tables')
  expect(suggest('/wp-login')).toBeUndefined()
  expect(suggest(`/${'x'.repeat(190)}`)).toBeUndefined()
})

it('leaves out the beginnings of a searched text', () => {
  const searches = new Map([
    ['moon', 9],
    ['moon ph', 5],
    ['moon phase', 6],
    ['sun', 5],
  ])
  const { lists } = createStatisticsView({ totals: [{ searches }], texts: [], index, viewer: PUBLIC })
  expect(lists.searches.map(({ name }) => name)).toEqual(['moon phase', 'sun'])
})

it('writes CSV in which no text is a formula', () => {
  const totals = [
    { views: new Map([[tides, 2]]), searches: new Map([['=HYPERLINK("x")', 5]]), missing: new Map([[OTHERS, 1]]) },
  ]
  expect(formatStatistics(['2026-01-31'], totals, index).split('\r\n')).toEqual([
    'day,kind,key,title,count',
    `2026-01-31,views,"${tides}","Tide tables",2`,
    '2026-01-31,missing,"(others)","",1',
    `2026-01-31,searches,"'=HYPERLINK(""x"")","",5`,
    '',
  ])
})
