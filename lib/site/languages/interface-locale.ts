import 'server-only'
import { chooseLocale } from '../../../messages/languages'
import { getEnv } from '../../settings/env'
import type { Site } from '../site'
import type { SitePage } from '../site-index'

/** Returns the interface language of a site, or of one language of it, see `Site.forLanguage`. */
export function getInterfaceLocale({ language }: Pick<Site, 'language'>): string {
  const { locale } = getEnv()
  return language === undefined ? locale : chooseLocale(language, locale)
}

/** Returns the language of interface texts within a page: its own if the interface has it, or else that of its part of the site. */
export const getPageLocale = (site: Site, page: SitePage): string =>
  chooseLocale(page.language, getInterfaceLocale(site.forLanguage(page.locale)))
