/** The languages of the interface, by BCP 47 tag. The types name what a language that is added here lacks. */
export const LOCALES = ['en', 'zh-CN'] as const

export type Locale = (typeof LOCALES)[number]
