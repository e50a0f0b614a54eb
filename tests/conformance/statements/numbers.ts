import { expect } from 'vitest'
import { createRows, type Row, type Section } from '../row'
import { createDatabase } from '../support/maps'
import { listTexts, renderCell, show } from '../support/show'

const expectText = (expected: string) => (found: Element) => expect(found.textContent).toBe(expected)

const checkNumber = (
  statement: string,
  format: string | undefined,
  ...values: [value: string, shown: string][]
): Omit<Row, 'id'> => ({
  statement,
  check: async () => {
    for (const [value, shown] of values)
      expectText(shown)(await renderCell({ type: 'number', number_format: format }, value))
  },
})

/** The expected text of 1000.5 in each currency. */
const CURRENCIES = {
  dollar: '$1,000.50',
  canadian_dollar: 'CA$1,000.50',
  australian_dollar: 'A$1,000.50',
  singapore_dollar: 'SGD 1,000.50',
  new_zealand_dollar: 'NZ$1,000.50',
  hong_kong_dollar: 'HK$1,000.50',
  new_taiwan_dollar: 'NT$1,001',
  euro: '€1,000.50',
  pound: '£1,000.50',
  yen: '¥1,001',
  ruble: 'RUB 1,000.50',
  rupee: '₹1,000.50',
  won: '₩1,001',
  yuan: 'CN¥1,000.50',
  real: 'R$1,000.50',
  lira: 'TRY 1,000.50',
  rupiah: 'IDR 1,001',
  franc: 'CHF 1,000.50',
  norwegian_krone: 'NOK 1,000.50',
  krona: 'SEK 1,000.50',
  danish_krone: 'DKK 1,000.50',
  zloty: 'PLN 1,000.50',
  baht: 'THB 1,000.50',
  forint: 'HUF 1,001',
  koruna: 'CZK 1,000.50',
  shekel: '₪1,000.50',
  chilean_peso: 'CLP 1,001',
  mexican_peso: 'MX$1,001',
  philippine_peso: '₱1,001',
  colombian_peso: 'COP 1,001',
  argentine_peso: 'ARS 1,001',
  uruguayan_peso: 'UYU 1,001',
  dirham: 'AED 1,000.50',
  riyal: 'SAR 1,000.50',
  ringgit: 'MYR 1,000.50',
  leu: 'RON 1,000.50',
  rand: 'ZAR 1,000.50',
  peruvian_sol: 'PEN 1,000.50',
  bahraini_dinar: 'BHD 1,000.50',
}

export const NUMBERS: Section = {
  name: 'Formats of numbers',
  rows: [
    ...createRows({
      number: checkNumber(
        'A number without a format is shown as entered.',
        'number',
        ['1234.5', '1234.5'],
        ['0', '0'],
        ['-0.1', '-0.1'],
      ),
      'no format': checkNumber('A number without a format is a plain one.', undefined, ['1234.5', '1234.5']),
      number_with_commas: checkNumber('A number can have thousands separators.', 'number_with_commas', [
        '1234567.5',
        '1,234,567.5',
      ]),
      percent: checkNumber(
        'A percentage is shown without rounding errors of binary fractions.',
        'percent',
        ['0.07', '7%'],
        ['1.25', '125%'],
      ),
      locale: {
        statement: 'Numbers are formatted in the language of the site.',
        check: async () => {
          const renderCells = async (locale: string) => {
            const createProperty = (number_format: string) => ({ type: 'number', number_format })
            const [block, tables] = createDatabase({
              schema: { Euro: createProperty('euro'), Yuan: createProperty('yuan'), Part: createProperty('percent') },
              rows: { Row: { Euro: '1000.5', Yuan: '1000.5', Part: '0.5' } },
            })
            return listTexts((await show(block, tables, { locale })).body, 'tbody td')
          }
          expect(await renderCells('en')).toEqual(['€1,000.50', 'CN¥1,000.50', '50%'])
          expect(await renderCells('zh-CN')).toEqual(['€1,000.50', '¥1,000.50', '50%'])
          expect(await renderCells('de')).toEqual(['1.000,50\u00a0€', '1.000,50\u00a0CN¥', '50\u00a0%'])
        },
      },
      'unknown format': checkNumber('A number of an unknown format is a plain one.', 'doubloon', ['1234.5', '1234.5']),
    }),
    ...Object.entries(CURRENCIES).map(([format, shown]): Row => {
      const decimals = shown.includes('.') ? 'two decimals' : 'no decimals'
      const row = checkNumber(`An amount of ${format} has ${decimals}.`, format, [
        '1000.5',
        shown.replace(' ', '\u00a0'),
      ])
      return { id: format, ...row }
    }),
  ],
}
