/**
 * Returns a BCP 47 tag in its usual spelling; undefined if it names no known language. No route of the site has such a name, so the home
 * page of a language can have the tag as its path.
 *
 * @example parseLanguageTag('zh-cn') // 'zh-CN'
 */
export function parseLanguageTag(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(text)) return undefined
  try {
    const [tag] = Intl.getCanonicalLocales(text)
    return tag !== undefined && getName(tag, 'en') !== undefined ? tag : undefined
  } catch {
    return undefined
  }
}

/** Returns the name of a language in that language, such as `Deutsch` for `de`. */
export const getLanguageName = (tag: string): string => getName(tag, tag) ?? tag

const getName = (tag: string, language: string) =>
  new Intl.DisplayNames(language, { type: 'language', fallback: 'none', languageDisplay: 'standard' }).of(tag)
