import { type SearchMessages, searchEn } from './en'
import { searchZhCn } from './zh-cn'

/** The words of the search, in a language of the interface; English for one that it does not speak. */
export function searchMessagesFor(locale: string): SearchMessages {
  return locale === 'zh-CN' ? searchZhCn : searchEn
}
