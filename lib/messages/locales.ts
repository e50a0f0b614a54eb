/** The languages of the interface, by BCP 47 tag. The types name what a language that is added here lacks. */
export const LOCALES = ['en', 'zh-CN', 'zh-TW', 'ja', 'ar'] as const

export type Locale = (typeof LOCALES)[number]

/** The two ways of writing Chinese, by the scripts and regions in tags. */
const CHINESE: [tags: RegExp, locale: Locale][] = [
  [/^zh-(?:hant|tw|hk|mo)\b/i, 'zh-TW'],
  [/^zh-(?:hans|cn|sg)\b/i, 'zh-CN'],
]

/**
 * Returns the language of the interface's texts on a page: the page's own where the interface has it, else the site's.
 *
 * @example chooseLocale('zh', 'en') // 'zh-CN'
 */
export function chooseLocale(language: string, siteLocale: string): string {
  const chinese = CHINESE.find(([tags]) => tags.test(language))
  if (chinese) return chinese[1]
  const isSame = (locale: string) => locale.split('-')[0] === language.split('-')[0]
  return isSame(siteLocale) ? siteLocale : (LOCALES.find(isSame) ?? siteLocale)
}
