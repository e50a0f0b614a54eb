import { describe, expect, test } from 'vitest'
import { call, evaluateToValue, type Node, number, property, text } from './support'

describe('dateBetween', () => {
  const createDay = (start_date: string) =>
    call('dateAdd', property('day', 'date'), number(countDaysFrom(start_date)), text('days'))
  const countDaysFrom = (start: string) => (Date.parse(start) - Date.UTC(2024, 2, 5)) / 86_400_000

  test.each([
    ['2024-05-04', '2024-03-05', 'days', 60],
    ['2024-03-05', '2024-05-04', 'days', -60],
    ['2024-05-04', '2024-03-05', 'months', 1],
    ['2024-05-05', '2024-03-05', 'months', 2],
    ['2024-03-31', '2024-02-29', 'months', 1],
    ['2024-03-05', '2024-05-04', 'months', -1],
    ['2025-03-04', '2024-03-05', 'years', 0],
    ['2025-03-05', '2024-03-05', 'years', 1],
    ['2024-09-05', '2024-03-05', 'quarters', 2],
    ['2024-03-19', '2024-03-05', 'weeks', 2],
    ['2024-03-06', '2024-03-05', 'hours', 24],
    ['2024-03-06', '2024-03-05', 'minutes', 1440],
    ['2024-03-05', '2024-03-05', 'days', 0],
  ])('counts the time from %s back to %s in %s', (later, earlier, unit, expected) => {
    expect(evaluateToValue(call('dateBetween', createDay(later), createDay(earlier), text(unit)))).toBe(expected)
  })
})

describe('formatDate', () => {
  const evaluateFormat = (pattern: string, date: Node = property('born', 'date')) =>
    evaluateToValue(call('formatDate', date, text(pattern)))

  test.each([
    ['MMMM D, YYYY', 'March 5, 2024'],
    ['YYYY-MM-DD', '2024-03-05'],
    ['dddd, MMM Do', 'Tuesday, Mar 5th'],
    ['ddd DD/MM/YY', 'Tue 05/03/24'],
    ['HH:mm', '23:30'],
    ['h:mm A', '11:30 PM'],
    ['hh:mm a', '11:30 pm'],
    ['[Week] W', 'Week 10'],
    ['[Quarter] Q[, day] DDD', 'Quarter 1, day 65'],
    ['X', String(Date.UTC(2024, 2, 5, 23, 30) / 1000)],
    ['LL', 'March 5, 2024'],
    ['LT', '11:30 PM'],
    ['YYYY年M月D日', '2024年3月5日'],
  ])('formats %s [N-288] [N-289]', (pattern, shown) => {
    expect(evaluateFormat(pattern)).toBe(shown)
  })

  test.each(['YYYY of the year', 'jj', 'Week W'])(
    'returns undefined for %s, which contains unknown letters outside brackets [N-289]',
    (pattern) => {
      expect(evaluateFormat(pattern)).toBeUndefined()
    },
  )
})
