/**
 * What a file in `languages/` holds: the words of one language of the interface, apart by who loads them. English is the shape of all
 * others, so a word that is missing is an error of types. A file is named by the language's BCP 47 tag in small letters; the build
 * cuts all of them into `parts/`, so that a script brings the words that it shows, and no others.
 */
type Language = typeof import('./languages/en')

export type Messages = Language['site']
export type PageMessages = Language['page']
export type ScreenMessages = Language['screens']
export type SearchMessages = Language['search']
export type CollectionMessages = Language['collection']
export type EditorsMessages = Language['editors']
export type Words<Part extends keyof Language> = Language[Part]

/** One part of the words in every language, by BCP 47 tag. */
export type ByLanguage<Part extends keyof Language> = Readonly<Record<string, Words<Part>>> & {
  readonly en: Words<Part>
}

/** The words of a part in a language; in English where the interface does not speak it. */
export function inLanguage<Part extends keyof Language>(words: ByLanguage<Part>, locale: string): Words<Part> {
  return (Object.hasOwn(words, locale) ? words[locale] : undefined) ?? words.en
}
