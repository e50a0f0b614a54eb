import { LOCALES, type Locale } from './locales'

/**
 * The texts of the interface. Each language is a folder, and each part of it a file, so that a script that needs one part loads no
 * other. The English texts are the type of all others: a text that is missing in a language is a type error.
 */
export type Messages = typeof import('./en/site').site
export type PageMessages = typeof import('./en/page').page
export type ScreenMessages = typeof import('./en/screens').screens
export type SearchMessages = typeof import('./en/search').search
export type CollectionMessages = typeof import('./en/collection').collection
export type EmbedMessages = typeof import('./en/embeds').embeds
export type FillingMessages = typeof import('./en/filling').filling
export type EditorsMessages = typeof import('./en/editors').editors

/** Returns a part's texts in a language, or in another form of it (`zh`); in English if the interface does not have that language. */
export function selectLanguage<Texts>(texts: Readonly<Record<Locale, Texts>>, locale: string): Texts {
  const [primary] = locale.split('-')
  const near = LOCALES.find((each) => each === locale) ?? LOCALES.find((each) => each.split('-')[0] === primary)
  return texts[near ?? 'en']
}
