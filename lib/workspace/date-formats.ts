import { isObject } from './values'

/** How dates and times are written. What is undefined follows the locale. */
export interface DateFormats {
  dateFormat?: 'full' | 'month_day_year' | 'day_month_year' | 'year_month_day'
  timeFormat?: '12_hour' | '24_hour' | 'hidden'
}

/**
 * The names of formats in Notion's official API, and in record maps. A short date is the default of the site. So is a relative one, because
 * "Yesterday" would be wrong on a cached page tomorrow.
 */
const DATE_FORMATS: Readonly<Record<string, DateFormats['dateFormat']>> = {
  full: 'full',
  'MMM DD, YYYY': 'full',
  LL: 'full',
  month_day_year: 'month_day_year',
  'MM/DD/YYYY': 'month_day_year',
  day_month_year: 'day_month_year',
  'DD/MM/YYYY': 'day_month_year',
  year_month_day: 'year_month_day',
  'YYYY/MM/DD': 'year_month_day',
}

const TIME_FORMATS: Readonly<Record<string, DateFormats['timeFormat']>> = {
  '12_hour': '12_hour',
  'h:mm A': '12_hour',
  LT: '12_hour',
  '24_hour': '24_hour',
  'H:mm': '24_hour',
  'HH:mm': '24_hour',
  hidden: 'hidden',
}

/** Reads the formats in the settings of a property, or of a property in a view. Returns undefined if both follow the locale. */
export function readDateFormats(settings: unknown): DateFormats | undefined {
  if (!isObject(settings)) return undefined
  const { date_format: date, time_format: time } = settings
  const dateFormat = typeof date === 'string' && Object.hasOwn(DATE_FORMATS, date) ? DATE_FORMATS[date] : undefined
  const timeFormat = typeof time === 'string' && Object.hasOwn(TIME_FORMATS, time) ? TIME_FORMATS[time] : undefined
  if (dateFormat === undefined && timeFormat === undefined) return undefined
  return { ...(dateFormat && { dateFormat }), ...(timeFormat && { timeFormat }) }
}
