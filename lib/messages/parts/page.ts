import { page as ar } from '../ar/page'
import { page as en } from '../en/page'
import { page as ja } from '../ja/page'
import { type PageMessages, selectLanguage } from '../messages'
import { page as zhCN } from '../zh-cn/page'
import { page as zhTW } from '../zh-tw/page'

export const getPageMessages = (locale: string): PageMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
