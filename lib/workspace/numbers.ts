/** ISO 4217 codes by Notion's names of currencies. */
const CURRENCIES: Record<string, string> = {
  argentine_peso: 'ARS',
  australian_dollar: 'AUD',
  baht: 'THB',
  bahraini_dinar: 'BHD',
  canadian_dollar: 'CAD',
  chilean_peso: 'CLP',
  colombian_peso: 'COP',
  danish_krone: 'DKK',
  dirham: 'AED',
  dollar: 'USD',
  euro: 'EUR',
  forint: 'HUF',
  franc: 'CHF',
  hong_kong_dollar: 'HKD',
  koruna: 'CZK',
  krona: 'SEK',
  leu: 'RON',
  lira: 'TRY',
  mexican_peso: 'MXN',
  new_taiwan_dollar: 'TWD',
  new_zealand_dollar: 'NZD',
  norwegian_krone: 'NOK',
  peruvian_sol: 'PEN',
  philippine_peso: 'PHP',
  pound: 'GBP',
  rand: 'ZAR',
  real: 'BRL',
  ringgit: 'MYR',
  riyal: 'SAR',
  ruble: 'RUB',
  rupee: 'INR',
  rupiah: 'IDR',
  shekel: 'ILS',
  singapore_dollar: 'SGD',
  uruguayan_peso: 'UYU',
  won: 'KRW',
  yen: 'JPY',
  yuan: 'CNY',
  zloty: 'PLN',
}

/** Currencies without decimals. */
const WHOLE: ReadonlySet<string> = new Set(['yen', 'won', 'forint', 'rupiah', 'new_taiwan_dollar'])

/** Further digits are rounding errors of binary fractions. */
const SIGNIFICANT_DIGITS = 15

/** Parses a number. Returns undefined if the text is none. */
export function parseNumber(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Formats a number in one of Notion's number formats: `number`, `number_with_commas`, `percent` or a currency's name. Any other format
 * counts as `number`. A value that is not a number is returned unchanged.
 */
export function formatNumber(value: number | string, format: string | undefined, locale: string): string {
  const number = typeof value === 'number' ? value : parseNumber(value)
  if (number === undefined || !Number.isFinite(number)) return String(value)
  return getFormatter(getFormatOptions(format), locale).format(number)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** The digits of an abbreviated number. */
const SHORT_DIGITS = 3
const MAX_SHORT_DIGITS = 12

/**
 * Formats a number for an axis with an abbreviation such as `K`. It has three digits, or more if the step to the next number needs them.
 *
 * @example formatShort(1_000_100, 'number', 'en', 100) // '1.0001M'
 */
export function formatShort(number: number, format: string | undefined, locale: string, step?: number): string {
  const isLarge = Math.abs(number) >= LARGE
  const { minimumFractionDigits: _, maximumFractionDigits: __, ...unit } = getFormatOptions(format)
  const options: Intl.NumberFormatOptions = {
    ...(!isLarge && unit),
    useGrouping: false,
    notation: isLarge ? 'scientific' : 'compact',
    maximumSignificantDigits: step === undefined ? SHORT_DIGITS : countDigits(number, step),
  }
  return getFormatter(options, locale).format(number)
}

/** Returns the number of digits down to a tenth of the step. */
function countDigits(number: number, step: number): number {
  const getPower = (size: number) => Math.floor(Math.log10(Math.abs(size)))
  return Math.min(Math.max(SHORT_DIGITS, getPower(number) - getPower(step) + 2), MAX_SHORT_DIGITS)
}

/** The digits of numbers from this size on do not fit in a chart. */
export const LARGE = 1e15

/** Returns a cached formatter, because creating one takes much longer than using it. */
function getFormatter(options: Intl.NumberFormatOptions, locale: string): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, options)
  formatters.set(key, made)
  return made
}

function getFormatOptions(format: string | undefined): Intl.NumberFormatOptions {
  const currency = format !== undefined && Object.hasOwn(CURRENCIES, format) ? CURRENCIES[format] : undefined
  if (currency !== undefined && format !== undefined) {
    const digits = WHOLE.has(format) || format.endsWith('_peso') ? 0 : 2
    return { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }
  }
  return {
    style: format === 'percent' ? 'percent' : 'decimal',
    useGrouping: format === 'number_with_commas',
    maximumSignificantDigits: SIGNIFICANT_DIGITS,
  }
}
