/** The languages of the interface, by BCP 47 tag. The types name what a language that is added here lacks. */
export const LOCALES = ['en', 'zh-CN'] as const

export type Locale = (typeof LOCALES)[number]

/** Chinese in traditional characters, which the interface has no texts in: its Chinese texts are simplified. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i

/**
 * Returns the language of the interface's texts on a page: the page's own where the interface has it, else the site's.
 *
 * @example chooseLocale('zh', 'en') // 'zh-CN'
 */
export function chooseLocale(language: string, siteLocale: string): string {
  if (TRADITIONAL.test(language)) return siteLocale
  const isSame = (locale: string) => locale.split('-')[0] === language.split('-')[0]
  return isSame(siteLocale) ? siteLocale : (LOCALES.find(isSame) ?? siteLocale)
}
