import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import {
  formatCalendarUnit,
  formatDate,
  formatInstant,
  formatPlainDate,
  fromWallClock,
  getDay,
  getWallSpan,
  parseDay,
  parseTime,
  toDateValue,
  toIsoDate,
  toIsoInstant,
  toWallClock,
} from '@/lib/workspace/dates'
import type { DateValue } from '@/lib/workspace/record-map'

const UTC = { locale: 'en', timeZone: 'UTC' }
const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Shanghai', 'Pacific/Kiritimati', 'Pacific/Niue']

const FORMATTED: [what: string, value: DateValue, shown: string, iso: string | undefined][] = [
  ['a day', { type: 'date', start_date: '2020-02-01' }, 'Feb 1, 2020', '2020-02-01'],
  ['a leap day', { type: 'date', start_date: '2024-02-29' }, 'Feb 29, 2024', '2024-02-29'],
  [
    'a time',
    { type: 'datetime', start_date: '2020-02-01', start_time: '09:05' },
    'Feb 1, 2020, 9:05 AM',
    '2020-02-01T09:05:00.000Z',
  ],
  [
    'midnight',
    { type: 'datetime', start_date: '2020-02-01', start_time: '00:00' },
    'Feb 1, 2020, 12:00 AM',
    '2020-02-01T00:00:00.000Z',
  ],
  [
    'a time with a time zone',
    { type: 'datetime', start_date: '2020-07-01', start_time: '21:30', time_zone: 'America/New_York' },
    'Jul 1, 2020, 9:30 PM EDT',
    '2020-07-02T01:30:00.000Z',
  ],
  [
    'a time in an unknown time zone',
    { type: 'datetime', start_date: '2020-07-01', start_time: '21:30', time_zone: 'Mars/Olympus' },
    'Jul 1, 2020, 9:30 PM',
    '2020-07-01T21:30:00.000Z',
  ],
  ['a datetime without time', { type: 'datetime', start_date: '2020-02-01' }, 'Feb 1, 2020', '2020-02-01'],
  [
    'days',
    { type: 'daterange', start_date: '2020-02-01', end_date: '2021-03-02' },
    'Feb 1, 2020 – Mar 2, 2021',
    '2020-02-01',
  ],
  ['a range without end', { type: 'daterange', start_date: '2020-02-01' }, 'Feb 1, 2020', '2020-02-01'],
  [
    'hours of one day',
    {
      type: 'datetimerange',
      start_date: '2020-02-01',
      start_time: '09:00',
      end_date: '2020-02-01',
      end_time: '17:30',
    },
    'Feb 1, 2020, 9:00 AM – 5:30 PM',
    '2020-02-01T09:00:00.000Z',
  ],
  [
    'times of two days',
    { type: 'datetimerange', start_date: '2020-02-01', start_time: '09:00', end_date: '2020-02-03', end_time: '17:30' },
    'Feb 1, 2020, 9:00 AM – Feb 3, 2020, 5:30 PM',
    '2020-02-01T09:00:00.000Z',
  ],
  ['month 13', { type: 'date', start_date: '2020-13-01' }, '2020-13-01', undefined],
  ['February 31', { type: 'date', start_date: '2020-02-31' }, '2020-02-31', undefined],
  ['February 29 of another year', { type: 'date', start_date: '2023-02-29' }, '2023-02-29', undefined],
  ['hour 25', { type: 'datetime', start_date: '2020-02-01', start_time: '25:00' }, '2020-02-01 25:00', undefined],
  [
    'an end that does not exist',
    { type: 'daterange', start_date: '2020-02-01', end_date: 'later' },
    '2020-02-01 – later',
    undefined,
  ],
  ['text that is not a date', { type: 'date', start_date: 'soon' }, 'soon', undefined],
]

describe('formatDate', () => {
  test.each(FORMATTED)('formats %s', (_, value, shown, iso) => {
    expect(formatDate(value, UTC)).toBe(shown)
    expect(toIsoDate(value, 'UTC')).toBe(iso)
  })

  test.each(ZONES)('formats a day without time independently of the time zone %s', (timeZone) => {
    expect(formatDate({ type: 'date', start_date: '2020-02-01' }, { locale: 'en', timeZone })).toBe('Feb 1, 2020')
    expect(toIsoDate({ type: 'date', start_date: '2020-02-01' }, timeZone)).toBe('2020-02-01')
  })

  test.each([
    ['en', 'Feb 1 – 3, 2020', 'Feb 1, 2020, 9:00 AM – 5:30 PM'],
    ['de', '1.–3. Feb. 2020', '1. Feb. 2020, 09:00–17:30 Uhr'],
  ])('writes a range in the form of %s, with what both ends share once', (locale, days, hours) => {
    const range = { start_date: '2020-02-01', end_date: '2020-02-03' }
    const style = { locale, timeZone: 'UTC' }
    expect(formatDate({ type: 'daterange', ...range }, style)).toBe(days)
    const times = { start_date: '2020-02-01', start_time: '09:00', end_date: '2020-02-01', end_time: '17:30' }
    expect(formatDate({ type: 'datetimerange', ...times }, style)).toBe(hours)
  })

  test('follows the locale', () => {
    const value: DateValue = { type: 'date', start_date: '2020-02-01' }
    expect(formatDate(value, { locale: 'zh-CN', timeZone: 'UTC' })).toBe('2020年2月1日')
  })

  test.each([
    ['month_day_year', '02/01/2020 9:00 AM – 5:30 PM'],
    ['full', 'February 1, 2020, 9:00 AM – 5:30 PM'],
  ] as const)('names the day of hours once, also in the format %s', (dateFormat, shown) => {
    const times = { start_date: '2020-02-01', start_time: '09:00', end_date: '2020-02-01', end_time: '17:30' }
    expect(formatDate({ type: 'datetimerange', ...times }, { ...UTC, dateFormat })).toBe(shown)
    const end = { start_date: '2020-02-03', end_date: '2020-02-01' }
    expect(formatDate({ type: 'daterange', ...end }, { ...UTC, dateFormat })).toMatch(/3.*–.*1/)
  })

  test('omits the time zone if it is that of the site', () => {
    const value: DateValue = {
      type: 'datetime',
      start_date: '2020-07-01',
      start_time: '21:30',
      time_zone: 'Asia/Shanghai',
    }
    expect(formatDate(value, { locale: 'en', timeZone: 'Asia/Shanghai' })).toBe('Jul 1, 2020, 9:30 PM')
    expect(toIsoDate(value, 'UTC')).toBe('2020-07-01T13:30:00.000Z')
  })
})

test.each(['America/Los_Angeles', 'Asia/Shanghai'])(
  'dates are formatted independently of the time zone %s of the process',
  (zone) => {
    const program = `
    import { formatDate, formatInstant, getDay, toIsoDate, parseDay, formatCalendarUnit } from './lib/workspace/dates.ts'
    const style = { locale: 'en', timeZone: 'UTC' }
    const values = ${JSON.stringify(FORMATTED.map(([, value]) => value))}
    console.log(JSON.stringify([
      values.map((value) => [formatDate(value, style), toIsoDate(value, 'UTC') ?? null]),
      formatInstant(1580518800000, style), getDay(1580518800000, 'UTC'), parseDay('2020-02-01'),
      formatCalendarUnit('2020-02-01', 'month', 'en'),
    ]))`
    const out = execFileSync('node', ['--import', 'tsx', '--input-type=module', '--eval', program], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    expect(JSON.parse(out)).toEqual([
      FORMATTED.map(([, , shown, iso]) => [shown, iso ?? null]),
      'Feb 1, 2020, 1:00 AM',
      '2020-02-01',
      Date.UTC(2020, 1, 1),
      'February 2020',
    ])
  },
)

describe('instants', () => {
  test.each([
    ['UTC', 'Feb 1, 2020, 1:00 AM', '2020-02-01'],
    ['America/Los_Angeles', 'Jan 31, 2020, 5:00 PM', '2020-01-31'],
    ['Asia/Shanghai', 'Feb 1, 2020, 9:00 AM', '2020-02-01'],
    ['Nowhere/At all', 'Feb 1, 2020, 1:00 AM', '2020-02-01'],
  ])('are formatted in the time zone %s', (timeZone, shown, day) => {
    const instant = Date.UTC(2020, 1, 1, 1)
    expect(formatInstant(instant, { locale: 'en', timeZone })).toBe(shown)
    expect(getDay(instant, timeZone)).toBe(day)
  })

  test.each([0, Number.NaN, Number.POSITIVE_INFINITY, 1e20])(
    'are formatted as an empty string if the value is %d',
    (instant) => {
      expect(formatInstant(instant, UTC)).toBe('')
      expect(toIsoInstant(instant)).toBeUndefined()
    },
  )

  test.each(ZONES)('survive a round trip to the wall clock of %s, including daylight saving changes', (zone) => {
    for (let instant = Date.UTC(2024, 0, 1); instant < Date.UTC(2025, 0, 1); instant += 86_400_000 / 2) {
      expect(fromWallClock(toWallClock(instant, zone), zone)).toBe(instant)
    }
  })
})

test('getWallSpan converts a time to the time zone of the site, and keeps a day without time', () => {
  const timed: DateValue = {
    type: 'datetime',
    start_date: '2020-07-01',
    start_time: '21:30',
    time_zone: 'America/New_York',
  }
  expect(getWallSpan(timed, 'UTC')?.start).toBe(Date.UTC(2020, 6, 2, 1, 30))
  expect(getWallSpan({ type: 'date', start_date: '2020-07-01', time_zone: 'America/New_York' }, 'UTC')?.start).toBe(
    Date.UTC(2020, 6, 1),
  )
})

test.each([
  ['2020-02-03', 'week', 'Feb 3 – 9, 2020'],
  ['2020-02-03', 'month', 'February 2020'],
  ['2020-02-03', 'year', '2020'],
  ['2020-02-03', 'day', 'Feb 3, 2020'],
  ['never', 'week', 'never'],
] as const)('formatCalendarUnit formats %s by %s as %s', (day, unit, shown) => {
  expect(formatCalendarUnit(day, unit, 'en')).toBe(shown)
})

test.each(['2020-2-1', '2020-02-00', '2020-00-10', '20200201', '2020-02-01T00:00', ''])(
  'parseDay returns undefined for %j',
  (day) => {
    expect(parseDay(day)).toBeUndefined()
  },
)

test.each([
  null,
  5,
  'date',
  {},
  { type: 'date' },
  { type: 'time', start_date: '2020-02-01' },
  { type: 'date', start_date: 5 },
])('toDateValue returns undefined for %j', (value) => {
  expect(toDateValue(value)).toBeUndefined()
})

test.each([
  ['00:00', 0],
  ['23:59', 86_340_000],
  ['24:00', undefined],
  ['12:60', undefined],
  ['noon', undefined],
])('parseTime parses %s as %s', (time, ms) => {
  expect(parseTime(time)).toBe(ms)
})

describe('a date with an offset, as the official API returns it', () => {
  const at = (time_zone?: string): DateValue => ({
    ...{ type: 'datetime', start_date: '2026-03-05', start_time: '16:30' },
    ...(time_zone !== undefined && { time_zone }),
  })
  test.each([
    ['+05:30', 'UTC', 'Mar 5, 2026, 4:30 PM GMT+5:30'],
    ['-09:30', 'Europe/Berlin', 'Mar 5, 2026, 4:30 PM GMT-9:30'],
    ['+00:00', 'Asia/Tokyo', 'Mar 5, 2026, 4:30 PM UTC'],
    ['+12:00', 'UTC', 'Mar 5, 2026, 4:30 PM GMT+12'],
    ['+05:45', 'Asia/Kathmandu', 'Mar 5, 2026, 4:30 PM'],
    ['+01:00', 'Europe/Berlin', 'Mar 5, 2026, 4:30 PM'],
    ['+02:00', 'Europe/Berlin', 'Mar 5, 2026, 4:30 PM GMT+2'],
    ['+99:00', 'UTC', 'Mar 5, 2026, 4:30 PM'],
  ])('%s on a site in %s is formatted as %s', (zone, timeZone, text) => {
    expect(formatDate(at(zone), { locale: 'en', timeZone })).toBe(text)
  })

  test('is the right instant', () => {
    expect(toIsoDate(at('+05:30'), 'UTC')).toBe('2026-03-05T11:00:00.000Z')
    expect(getWallSpan(at('+05:30'), 'UTC')?.start).toBe(Date.UTC(2026, 2, 5, 11))
    expect(toWallClock(0, '-03:30')).toBe(-3.5 * 3_600_000)
  })

  test.each([
    [at('+05:30'), '2026-03-05 16:30 GMT+5:30'],
    [at('Asia/Kolkata'), '2026-03-05 16:30 GMT+5:30'],
    [at(), '2026-03-05 16:30'],
    [{ type: 'date', start_date: '2026-03-05' }, '2026-03-05'],
    [{ type: 'daterange', start_date: '2026-03-05', end_date: '2026-03-07' }, '2026-03-05 – 2026-03-07'],
    [
      { ...at('+05:30'), type: 'datetimerange', end_date: '2026-03-06', end_time: '09:00' },
      '2026-03-05 16:30 GMT+5:30 – 2026-03-06 09:00',
    ],
    [{ type: 'datetime', start_date: 'tomorrow', start_time: '9', time_zone: 'Nowhere' }, 'tomorrow 9'],
  ] as [DateValue, string][])('formatPlainDate %#', (value, text) => {
    expect(formatPlainDate(value)).toBe(text)
  })
})
