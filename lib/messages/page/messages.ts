import { type PageMessages, pageEn } from './en'
import { pageZhCn } from './zh-cn'

/** What pages say by themselves, in a language of the interface; English for one that it does not speak. */
export function pageMessagesFor(locale: string): PageMessages {
  return locale === 'zh-CN' ? pageZhCn : pageEn
}
