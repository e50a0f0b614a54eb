import { editors as ar } from '../ar/editors'
import { editors as en } from '../en/editors'
import { editors as ja } from '../ja/editors'
import { type EditorsMessages, selectLanguage } from '../messages'
import { editors as zhCN } from '../zh-cn/editors'
import { editors as zhTW } from '../zh-tw/editors'

export const getEditorsMessages = (locale: string): EditorsMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
