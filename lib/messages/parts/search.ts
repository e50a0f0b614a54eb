import { search as ar } from '../ar/search'
import { search as en } from '../en/search'
import { search as ja } from '../ja/search'
import { type SearchMessages, selectLanguage } from '../messages'
import { search as zhCN } from '../zh-cn/search'
import { search as zhTW } from '../zh-tw/search'

export const getSearchMessages = (locale: string): SearchMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
