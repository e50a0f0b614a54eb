import { screens as en } from '../en/screens'
import { inLanguage, type ScreenMessages } from '../messages'
import { screens as zhCN } from '../zh-cn/screens'

export const screenMessagesFor = (locale: string): ScreenMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
