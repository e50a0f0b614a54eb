import 'server-only'
import { getEnv } from '../../env'

export interface DateLabel {
  /** For programs. */
  iso: string
  text: string
  year: string
}

/** A moment as a language of the interface writes its day, by default the site's; milliseconds since 1970. */
export function formatDateLabel(moment: number, locale: string = getEnv().locale): DateLabel {
  const { timeZone } = getEnv()
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(moment)
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(moment)
  return { iso: new Date(moment).toISOString(), text, year }
}
