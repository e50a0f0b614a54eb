import { filling as en } from '../en/filling'
import { type FillingMessages, inLanguage } from '../messages'
import { filling as zhCN } from '../zh-cn/filling'

export const fillingMessagesFor = (locale: string): FillingMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
