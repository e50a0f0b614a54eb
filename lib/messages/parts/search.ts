import { search as en } from '../en/search'
import { type SearchMessages, selectLanguage } from '../messages'
import { search as zhCN } from '../zh-cn/search'

export const getSearchMessages = (locale: string): SearchMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
