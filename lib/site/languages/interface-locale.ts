import 'server-only'
import { getEnv } from '../../env'
import { chooseLocale } from '../../messages/locales'
import type { Site } from '../site'

/** Returns the interface language of a site, or of one language of it, see `Site.forLanguage`. */
export function getInterfaceLocale({ language }: Pick<Site, 'language'>): string {
  const { locale } = getEnv()
  return language === undefined ? locale : chooseLocale(language, locale)
}
