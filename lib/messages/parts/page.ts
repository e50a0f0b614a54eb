import { page as en } from '../en/page'
import { type PageMessages, selectLanguage } from '../messages'
import { page as zhCN } from '../zh-cn/page'

export const getPageMessages = (locale: string): PageMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
