import { expect, test } from 'vitest'
import type { RichText } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { context, getGroups, prepare, type Sample } from './support'

const createDate = (start_date: string, end_date?: string): RichText => [
  ['‣', [['d', { type: end_date === undefined ? 'date' : 'daterange', start_date, ...(end_date && { end_date }) }]]],
]
const schema = {
  Day: { type: 'date' },
  Until: { type: 'date' },
  State: { type: 'select' },
  Blocks: { type: 'relation' },
}
const prepareTimeline = (rows: Sample['rows'], format = {}, query = {}, more: Partial<Sample> = {}) => {
  const views = [{ type: 'timeline', format, query: { timeline_by: 'Day', ...query } }]
  const data = prepare({ schema, rows, views, ...more })
  return { data, timeline: data.views[0]?.timeline }
}
const getLabels = (timeline: ReturnType<typeof prepareTimeline>['timeline']) =>
  timeline?.ticks.map((ticks) => ticks.map(({ label }) => label))

test('has the days of each row from the start of the axis, and groups rows without a date', () => {
  const { data, timeline } = prepareTimeline({
    Build: { Day: createDate('2024-03-11', '2024-04-02') },
    None: {},
    Plan: { Day: createDate('2024-03-04') },
  })
  expect(timeline).toMatchObject({ first: Date.parse('2024-03-01') / 86_400_000, days: 33, scale: 8 })
  expect(timeline?.entries).toEqual([
    { row: 0, at: 3, days: 1 },
    { row: 1, at: 10, days: 23 },
  ])
  expect(getGroups(data)).toEqual([
    [undefined, ['Plan', 'Build']],
    ['No Day', ['None']],
  ])
  expect(data.views[0]?.sections[1]?.isUndated).toBe(true)
})

test.each([
  ['day', ['March 2024'], ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['month', ['March 2024'], ['4']],
  ['quarter', ['March 2024'], undefined],
  ['year', ['2024'], ['Jan']],
  ['5_years', ['2024'], undefined],
  ['unknown', ['March 2024'], ['4']],
])('labels the axis at the zoom level %s', (zoomLevel, upper, lower) => {
  const { timeline } = prepareTimeline(
    { Plan: { Day: createDate('2024-03-02', '2024-03-10') } },
    { timeline_preference: { zoomLevel } },
  )
  expect(getLabels(timeline)).toEqual(lower === undefined ? [upper] : [upper, lower])
})

test('a bar ends at the date of the property that the view names, and not before it starts', () => {
  const { timeline } = prepareTimeline(
    {
      Build: { Day: createDate('2024-03-04'), Until: createDate('2024-03-09') },
      Wrong: { Day: createDate('2024-03-05'), Until: createDate('2024-03-01') },
      Open: { Day: createDate('2024-03-06', '2024-03-07') },
    },
    {},
    { timeline_by_end: 'Until' },
  )
  expect(timeline?.entries.map(({ days }) => days)).toEqual([6, 1, 2])
})

test('a range of many years has a smaller scale, and few labels', () => {
  const { timeline } = prepareTimeline(
    { First: { Day: createDate('0001-01-01') }, Last: { Day: createDate('9999-12-31') } },
    { timeline_preference: { zoomLevel: 'day' } },
  )
  expect((timeline?.scale ?? 0) * (timeline?.days ?? 0)).toBeLessThanOrEqual(16_010)
  expect(getLabels(timeline)?.flat().length).toBeLessThan(400)
})

test('has an arrow for each dependency between rows with a date, also for those of a circle', () => {
  const link = (name: string): RichText => [['‣', [['p', createId(name)]]]]
  const { data, timeline } = prepareTimeline(
    {
      Plan: { Day: createDate('2024-03-04'), Blocks: link('Build') },
      Build: {
        Day: createDate('2024-03-08'),
        Blocks: [...link('Plan'), [','], ...link('None'), [','], ...link('Build')],
      },
      None: { Blocks: link('Plan') },
    },
    { timeline_arrows_by: { property: 'Blocks' } },
  )
  const names = timeline?.arrows?.map((pair) => pair.map((row) => data.rows[row]?.cells[data.titleColumn]))
  expect(names).toEqual([
    ['Plan', 'Build'],
    ['Build', 'Plan'],
  ])
})

test('groups rows by the property of the view', () => {
  const { data } = prepareTimeline(
    {
      Plan: { Day: createDate('2024-03-04'), State: [['Done']] },
      Build: { Day: createDate('2024-03-08'), State: [['Open']] },
      Later: { State: [['Open']] },
    },
    { collection_group_by: { property: 'State', type: 'select', sort: { type: 'ascending' } } },
  )
  expect(getGroups(data)).toEqual([
    ['Done', ['Plan']],
    ['Open', ['Build']],
    ['No Day', ['Later']],
  ])
})

test('is a list if no row has a date', () => {
  const { timeline, data } = prepareTimeline({ None: {} }, {}, {}, { context: context({ locale: 'ar' }) })
  expect([timeline, data.views[0]?.sections[0]?.isUndated]).toEqual([undefined, true])
})
