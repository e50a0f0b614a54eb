import { toPlainText } from '../../workspace/text'
import type { AccessSettings } from '../access'
import type { Announcement, SiteIndex } from '../site-index'
import { compareNewestFirst } from '../terms'
import { findSiteRows, type StoredRows } from './site-rows'

/** Returns the newest `Notice` row of each language. Its text is its summary, or else the beginning of its page. */
export function createAnnouncements(input: StoredRows, index: SiteIndex, settings: AccessSettings): Announcement[] {
  const found = new Map<string | undefined, Announcement>()
  const rows = findSiteRows(input, index, settings, ['notice'])
  for (const { page, record } of rows.sort((a, b) => compareNewestFirst(a.page, b.page))) {
    const { locale, language, description: text } = page
    const title = toPlainText(record.block.properties.title ?? []).trim()
    if (!found.has(locale) && `${title}${text}` !== '') {
      found.set(locale, { title, text, language, ...(locale !== undefined && { locale }) })
    }
  }
  return [...found.values()]
}
