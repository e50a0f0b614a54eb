import { collection as en } from '../en/collection'
import { type CollectionMessages, inLanguage } from '../messages'
import { collection as zhCN } from '../zh-cn/collection'

export const collectionMessagesFor = (locale: string): CollectionMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
