import { en, type Messages } from './en'
import { zhCn } from './zh-cn'

/** The interface's languages, by BCP 47 tag. A new one is one file and one line here. */
const LANGUAGES: ReadonlyMap<string, Messages> = new Map([
  ['en', en],
  ['zh-CN', zhCn],
])

/** The interface's texts in a language; English for one that the interface does not speak. */
export function messagesFor(locale: string): Messages {
  return LANGUAGES.get(locale) ?? en
}
