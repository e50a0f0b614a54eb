import 'server-only'
import { getEnv } from '../../settings/env'
import { getDateFormatter } from '../../workspace/dates'

export interface DateLabel {
  /** For the `datetime` attribute. */
  iso: string
  text: string
  year: string
}

/** Formats the day of a moment (milliseconds since 1970) in a language of the interface, by default that of the site. */
export function formatDateLabel(moment: number, locale: string = getEnv().locale): DateLabel {
  const { timeZone } = getEnv()
  const text = getDateFormatter(locale, { dateStyle: 'long', timeZone }).format(moment)
  const year = getDateFormatter('en', { year: 'numeric', timeZone }).format(moment)
  return { iso: new Date(moment).toISOString(), text, year }
}

/** Formats a moment to the minute, in the time zone of the site: `January 1, 2027 at 9:00 AM UTC`. */
export function formatMomentLabel(moment: number, locale: string = getEnv().locale): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return getDateFormatter(locale, { ...day, ...time, timeZone: getEnv().timeZone }).format(moment)
}
