import { describe, expect, test } from 'vitest'
import { getUnitStart, resolveFilterDays, shiftDay } from '@/lib/workspace/query/filter-dates'
import { createViewFilter } from '@/lib/workspace/query/filters'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { date } from '@/tests/support/records'
import { createRow, createView, NOW, names, SCHEMA } from './support'

const TODAY = createRow('Today', { date: date('2024-06-15') })
const read = createRowReader({ schema: SCHEMA, rows: [TODAY], names, now: NOW })
const createRelativeDate = (value: string, more = {}) => ({ type: 'relative', value, ...more })

describe('resolveFilterDays', () => {
  test.each<[value: string, from: string, to: string]>([
    ['today', '2024-01-31', '2024-01-31'],
    ['tomorrow', '2024-02-01', '2024-02-01'],
    ['yesterday', '2024-01-30', '2024-01-30'],
    ['one_week_ago', '2024-01-24', '2024-01-24'],
    ['one_week_from_now', '2024-02-07', '2024-02-07'],
    ['one_month_ago', '2023-12-31', '2023-12-31'],
    ['one_month_from_now', '2024-02-29', '2024-02-29'],
    ['this_week', '2024-01-29', '2024-02-04'],
    ['this_month', '2024-01-01', '2024-01-31'],
    ['this_year', '2024-01-01', '2024-12-31'],
    ['the_past_week', '2024-01-24', '2024-01-31'],
    ['the_past_month', '2023-12-31', '2024-01-31'],
    ['the_past_year', '2023-01-31', '2024-01-31'],
    ['the_next_week', '2024-01-31', '2024-02-07'],
    ['the_next_month', '2024-01-31', '2024-02-29'],
    ['the_next_year', '2024-01-31', '2025-01-31'],
  ])('resolves %s', (value, from, to) => {
    expect(resolveFilterDays(createRelativeDate(value), '2024-01-31', true)).toEqual({ from, to })
  })

  test('resolves today in the time zone of the site', () => {
    const keepsToday = (timeZone: string) =>
      createViewFilter(
        createView({
          query: { filter: { property: 'date', filter: { operator: 'date_is', value: createRelativeDate('today') } } },
        }),
        {
          schema: SCHEMA,
          read,
          names: { ...names, timeZone },
          now: Date.parse('2024-06-15T23:30:00Z'),
        },
      ).keeps(TODAY)
    expect([keepsToday('UTC'), keepsToday('America/Los_Angeles'), keepsToday('Asia/Shanghai')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('getUnitStart starts weeks on Monday', () => {
    expect(getUnitStart('2024-06-16', 'week')).toBe('2024-06-10')
    expect(getUnitStart('2024-06-17', 'week')).toBe('2024-06-17')
  })

  test('shiftDay returns the day unchanged if the shift is out of range', () => {
    expect(shiftDay('2024-06-16', 1e9, 'year')).toBe('2024-06-16')
  })
})
