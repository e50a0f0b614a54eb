import { describe, expect, test } from 'vitest'
import { formatNumber, formatShort, parseNumber } from '@/lib/workspace/numbers'

/** 1234.567 in each format with the id of its statement, in English. The test replaces the no-break spaces of the locale. */
const FORMATS: [id: string, format: string | undefined, shown: string][] = [
  ['N-234', undefined, '1234.567'],
  ['N-233', 'number', '1234.567'],
  ['N-238', 'an unknown format', '1234.567'],
  ['N-238', '__proto__', '1234.567'],
  ['N-235', 'number_with_commas', '1,234.567'],
  ['N-236', 'percent', '123456.7%'],
  ['N-269', 'argentine_peso', 'ARS 1,235'],
  ['N-241', 'australian_dollar', 'A$1,234.57'],
  ['N-277', 'bahraini_dinar', 'BHD 1,234.57'],
  ['N-261', 'baht', 'THB 1,234.57'],
  ['N-240', 'canadian_dollar', 'CA$1,234.57'],
  ['N-265', 'chilean_peso', 'CLP 1,235'],
  ['N-268', 'colombian_peso', 'COP 1,235'],
  ['N-259', 'danish_krone', 'DKK 1,234.57'],
  ['N-271', 'dirham', 'AED 1,234.57'],
  ['N-239', 'dollar', '$1,234.57'],
  ['N-246', 'euro', '€1,234.57'],
  ['N-262', 'forint', 'HUF 1,235'],
  ['N-256', 'franc', 'CHF 1,234.57'],
  ['N-244', 'hong_kong_dollar', 'HK$1,234.57'],
  ['N-263', 'koruna', 'CZK 1,234.57'],
  ['N-258', 'krona', 'SEK 1,234.57'],
  ['N-274', 'leu', 'RON 1,234.57'],
  ['N-254', 'lira', 'TRY 1,234.57'],
  ['N-266', 'mexican_peso', 'MX$1,235'],
  ['N-245', 'new_taiwan_dollar', 'NT$1,235'],
  ['N-243', 'new_zealand_dollar', 'NZ$1,234.57'],
  ['N-257', 'norwegian_krone', 'NOK 1,234.57'],
  ['N-276', 'peruvian_sol', 'PEN 1,234.57'],
  ['N-267', 'philippine_peso', '₱1,235'],
  ['N-247', 'pound', '£1,234.57'],
  ['N-275', 'rand', 'ZAR 1,234.57'],
  ['N-253', 'real', 'R$1,234.57'],
  ['N-273', 'ringgit', 'MYR 1,234.57'],
  ['N-272', 'riyal', 'SAR 1,234.57'],
  ['N-249', 'ruble', 'RUB 1,234.57'],
  ['N-250', 'rupee', '₹1,234.57'],
  ['N-255', 'rupiah', 'IDR 1,235'],
  ['N-264', 'shekel', '₪1,234.57'],
  ['N-242', 'singapore_dollar', 'SGD 1,234.57'],
  ['N-270', 'uruguayan_peso', 'UYU 1,235'],
  ['N-251', 'won', '₩1,235'],
  ['N-248', 'yen', '¥1,235'],
  ['N-252', 'yuan', 'CN¥1,234.57'],
  ['N-260', 'zloty', 'PLN 1,234.57'],
]

describe('formatNumber', () => {
  test.each(FORMATS)('[%s] formats a number as %s', (_, format, shown) => {
    expect(formatNumber('1234.567', format, 'en').replaceAll('\u00a0', ' ')).toBe(shown)
  })

  test.each([
    ['0.07', '7%'],
    ['0.285', '28.5%'],
    ['1', '100%'],
    ['1.25', '125%'],
    ['-0.5', '-50%'],
    ['0', '0%'],
  ])('formats %s as percent without rounding errors [N-236]', (raw, shown) => {
    expect(formatNumber(raw, 'percent', 'en')).toBe(shown)
  })

  test('formats a sum without rounding errors', () => {
    expect(formatNumber(0.1 + 0.2, 'number', 'en')).toBe('0.3')
    expect(formatNumber(0.1 + 0.2, 'percent', 'en')).toBe('30%')
  })

  test.each(['twelve', '1,5', '12 apples', '', 'NaN', 'Infinity', '١٢'])(
    'returns %j, which is not a number, unchanged',
    (raw) => {
      expect(formatNumber(raw, 'dollar', 'en')).toBe(raw)
    },
  )

  test.each(['0', '-0.1', '1234.5'])('returns %s without a format unchanged [N-233] [N-234]', (raw) => {
    expect([formatNumber(raw, 'number', 'en'), formatNumber(raw, undefined, 'en')]).toEqual([raw, raw])
  })

  test.each([
    ['en', '€1,000.50', 'CN¥1,000.50', '50%'],
    ['zh-CN', '€1,000.50', '¥1,000.50', '50%'],
    ['de', '1.000,50\u00a0€', '1.000,50\u00a0CN¥', '50\u00a0%'],
  ])('follows the locale %s [N-237]', (locale, ...shown) => {
    const amounts = ['euro', 'yuan'].map((format) => formatNumber(1000.5, format, locale))
    expect([...amounts, formatNumber(0.5, 'percent', locale)]).toEqual(shown)
  })
})

test.each([
  [' 12 ', 12],
  ['-3.5e2', -350],
  ['', undefined],
  ['  ', undefined],
  ['1e999', undefined],
])('parseNumber reads %j as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

describe('formatShort', () => {
  test.each<[number, number | undefined, string]>([
    [1_234_567, undefined, '1.23M'],
    [1_000_000, 100, '1M'],
    [1_000_400, 100, '1.0004M'],
    [1_000_012.5, 12.5, '1.000013M'],
    [0, 100, '0'],
    [-2500, 500, '-2.5K'],
    [1e15 + 2, 1, '1E15'],
  ])('formats %d with steps of %d as %s', (number, step, shown) => {
    expect(formatShort(number, undefined, 'en', step)).toBe(shown)
  })

  test('formats units', () => {
    expect(formatShort(1_000_400, 'dollar', 'en', 100)).toBe('$1.0004M')
    expect(formatShort(0.25, 'percent', 'en', 0.25)).toBe('25%')
  })
})
