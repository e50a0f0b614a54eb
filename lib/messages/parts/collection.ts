import { collection as en } from '../en/collection'
import { type CollectionMessages, selectLanguage } from '../messages'
import { collection as zhCN } from '../zh-cn/collection'

export const getCollectionMessages = (locale: string): CollectionMessages =>
  selectLanguage({ en, 'zh-CN': zhCN }, locale)
