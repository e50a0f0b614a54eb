import { describe, expect, test } from 'vitest'
import { formatNumber, parseNumber } from '@/lib/workspace/numbers'

/** 1234.567 in each format, in English. The test replaces the no-break spaces of the locale. */
const FORMATS: [format: string | undefined, shown: string][] = [
  [undefined, '1234.567'],
  ['number', '1234.567'],
  ['an unknown format', '1234.567'],
  ['__proto__', '1234.567'],
  ['number_with_commas', '1,234.567'],
  ['percent', '123456.7%'],
  ['argentine_peso', 'ARS 1,235'],
  ['australian_dollar', 'A$1,234.57'],
  ['bahraini_dinar', 'BHD 1,234.57'],
  ['baht', 'THB 1,234.57'],
  ['canadian_dollar', 'CA$1,234.57'],
  ['chilean_peso', 'CLP 1,235'],
  ['colombian_peso', 'COP 1,235'],
  ['danish_krone', 'DKK 1,234.57'],
  ['dirham', 'AED 1,234.57'],
  ['dollar', '$1,234.57'],
  ['euro', '€1,234.57'],
  ['forint', 'HUF 1,235'],
  ['franc', 'CHF 1,234.57'],
  ['hong_kong_dollar', 'HK$1,234.57'],
  ['koruna', 'CZK 1,234.57'],
  ['krona', 'SEK 1,234.57'],
  ['leu', 'RON 1,234.57'],
  ['lira', 'TRY 1,234.57'],
  ['mexican_peso', 'MX$1,235'],
  ['new_taiwan_dollar', 'NT$1,235'],
  ['new_zealand_dollar', 'NZ$1,234.57'],
  ['norwegian_krone', 'NOK 1,234.57'],
  ['peruvian_sol', 'PEN 1,234.57'],
  ['philippine_peso', '₱1,235'],
  ['pound', '£1,234.57'],
  ['rand', 'ZAR 1,234.57'],
  ['real', 'R$1,234.57'],
  ['ringgit', 'MYR 1,234.57'],
  ['riyal', 'SAR 1,234.57'],
  ['ruble', 'RUB 1,234.57'],
  ['rupee', '₹1,234.57'],
  ['rupiah', 'IDR 1,235'],
  ['shekel', '₪1,234.57'],
  ['singapore_dollar', 'SGD 1,234.57'],
  ['uruguayan_peso', 'UYU 1,235'],
  ['won', '₩1,235'],
  ['yen', '¥1,235'],
  ['yuan', 'CN¥1,234.57'],
  ['zloty', 'PLN 1,234.57'],
]

describe('formatNumber', () => {
  test.each(FORMATS)('formats a number as %s', (format, shown) => {
    expect(formatNumber('1234.567', format, 'en').replaceAll('\u00a0', ' ')).toBe(shown)
  })

  test.each([
    ['0.07', '7%'],
    ['0.285', '28.5%'],
    ['1', '100%'],
    ['-0.5', '-50%'],
    ['0', '0%'],
  ])('formats %s as percent without rounding errors', (raw, shown) => {
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

  test('follows the locale', () => {
    expect(formatNumber(1234.5, 'yuan', 'zh-CN')).toBe('¥1,234.50')
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
