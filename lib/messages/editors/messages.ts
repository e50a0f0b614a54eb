import { type EditorsMessages, editorsEn } from './en'
import { editorsZhCn } from './zh-cn'

/** What editors read, in a language of the interface; English for one that it does not speak. */
export function editorsMessagesFor(locale: string): EditorsMessages {
  return locale === 'zh-CN' ? editorsZhCn : editorsEn
}
