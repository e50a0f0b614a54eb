import { site as en } from '../en/site'
import { inLanguage, type Messages } from '../messages'
import { site as zhCN } from '../zh-cn/site'

export const messagesFor = (locale: string): Messages => inLanguage({ en, 'zh-CN': zhCN }, locale)
