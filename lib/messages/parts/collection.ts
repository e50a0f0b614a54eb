import { collection as ar } from '../ar/collection'
import { collection as en } from '../en/collection'
import { collection as ja } from '../ja/collection'
import { type CollectionMessages, selectLanguage } from '../messages'
import { collection as zhCN } from '../zh-cn/collection'
import { collection as zhTW } from '../zh-tw/collection'

export const getCollectionMessages = (locale: string): CollectionMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
