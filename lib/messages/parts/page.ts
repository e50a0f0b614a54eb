import { page as en } from '../en/page'
import { inLanguage, type PageMessages } from '../messages'
import { page as zhCN } from '../zh-cn/page'

export const pageMessagesFor = (locale: string): PageMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
