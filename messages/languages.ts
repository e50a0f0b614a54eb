import * as ar from './ar'
import { editors as arEditors } from './editors/ar'
import { editors as enEditors } from './editors/en'
import { editors as jaEditors } from './editors/ja'
import { editors as zhCNEditors } from './editors/zh-cn'
import { editors as zhTWEditors } from './editors/zh-tw'
import * as en from './en'
import * as ja from './ja'
import { applyOverrides } from './overrides'
import * as zhCN from './zh-cn'
import * as zhTW from './zh-tw'

/** The languages of the interface, by BCP 47 tag. The types name the parts below that lack a language. */
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

/*
 * Each part is a separate export of a language, and each getter names its part in all languages. So the bundler removes the other parts from
 * scripts, which it cannot do if a language is one object. The English texts are the type of all others.
 */

export type Messages = typeof en.site
export type PageMessages = typeof en.page
export type ScreenMessages = typeof en.screens
export type ZoomMessages = typeof en.zoom
export type SearchMessages = typeof en.search
export type CollectionMessages = typeof en.collection
export type EmbedMessages = typeof en.embeds
export type FillingMessages = typeof en.filling
export type EditorsMessages = typeof enEditors

export const getSiteMessages = (locale: string): Messages =>
  selectLanguage('site', { en: en.site, 'zh-CN': zhCN.site, 'zh-TW': zhTW.site, ja: ja.site, ar: ar.site }, locale)
export const getPageMessages = (locale: string): PageMessages =>
  selectLanguage('page', { en: en.page, 'zh-CN': zhCN.page, 'zh-TW': zhTW.page, ja: ja.page, ar: ar.page }, locale)
export const getScreenMessages = (locale: string): ScreenMessages =>
  selectLanguage(
    'screens',
    { en: en.screens, 'zh-CN': zhCN.screens, 'zh-TW': zhTW.screens, ja: ja.screens, ar: ar.screens },
    locale,
  )
export const getZoomMessages = (locale: string): ZoomMessages =>
  selectLanguage('zoom', { en: en.zoom, 'zh-CN': zhCN.zoom, 'zh-TW': zhTW.zoom, ja: ja.zoom, ar: ar.zoom }, locale)
export const getSearchMessages = (locale: string): SearchMessages =>
  selectLanguage(
    'search',
    { en: en.search, 'zh-CN': zhCN.search, 'zh-TW': zhTW.search, ja: ja.search, ar: ar.search },
    locale,
  )
export const getCollectionMessages = (locale: string): CollectionMessages =>
  selectLanguage(
    'collection',
    { en: en.collection, 'zh-CN': zhCN.collection, 'zh-TW': zhTW.collection, ja: ja.collection, ar: ar.collection },
    locale,
  )
export const getEmbedMessages = (locale: string): EmbedMessages =>
  selectLanguage(
    'embeds',
    { en: en.embeds, 'zh-CN': zhCN.embeds, 'zh-TW': zhTW.embeds, ja: ja.embeds, ar: ar.embeds },
    locale,
  )
export const getFillingMessages = (locale: string): FillingMessages =>
  selectLanguage(
    'filling',
    { en: en.filling, 'zh-CN': zhCN.filling, 'zh-TW': zhTW.filling, ja: ja.filling, ar: ar.filling },
    locale,
  )
export const getEditorsMessages = (locale: string): EditorsMessages =>
  selectLanguage(
    'editors',
    { en: enEditors, 'zh-CN': zhCNEditors, 'zh-TW': zhTWEditors, ja: jaEditors, ar: arEditors },
    locale,
  )

/**
 * Returns a part's texts in a language, such as `zh-HK`, with those that the operator replaced; in English if the interface does not have
 * that language.
 */
function selectLanguage<Texts extends object>(
  part: string,
  texts: Readonly<Record<Locale, Texts>>,
  locale: string,
): Texts {
  const language = chooseLocale(locale, 'en') as Locale
  return applyOverrides(texts[language], part, language)
}
