import { screens as ar } from '../ar/screens'
import { screens as en } from '../en/screens'
import { screens as ja } from '../ja/screens'
import { type ScreenMessages, selectLanguage } from '../messages'
import { screens as zhCN } from '../zh-cn/screens'
import { screens as zhTW } from '../zh-tw/screens'

export const getScreenMessages = (locale: string): ScreenMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
