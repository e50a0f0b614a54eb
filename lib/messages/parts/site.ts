import { site as ar } from '../ar/site'
import { site as en } from '../en/site'
import { site as ja } from '../ja/site'
import { type Messages, selectLanguage } from '../messages'
import { site as zhCN } from '../zh-cn/site'
import { site as zhTW } from '../zh-tw/site'

export const getSiteMessages = (locale: string): Messages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
