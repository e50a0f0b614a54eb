import { filling as ar } from '../ar/filling'
import { filling as en } from '../en/filling'
import { filling as ja } from '../ja/filling'
import { type FillingMessages, selectLanguage } from '../messages'
import { filling as zhCN } from '../zh-cn/filling'
import { filling as zhTW } from '../zh-tw/filling'

export const getFillingMessages = (locale: string): FillingMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
