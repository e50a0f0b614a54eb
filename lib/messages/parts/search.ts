import { search as en } from '../en/search'
import { inLanguage, type SearchMessages } from '../messages'
import { search as zhCN } from '../zh-cn/search'

export const searchMessagesFor = (locale: string): SearchMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
