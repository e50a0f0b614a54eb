import { type ScreenMessages, screensEn } from './en'
import { screensZhCn } from './zh-cn'

/** The words of a browser's own screens, in a language of the interface; English for one that it does not speak. */
export function screenMessagesFor(locale: string): ScreenMessages {
  return locale === 'zh-CN' ? screensZhCn : screensEn
}
