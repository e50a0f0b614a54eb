import { embeds as ar } from '../ar/embeds'
import { embeds as en } from '../en/embeds'
import { embeds as ja } from '../ja/embeds'
import { type EmbedMessages, selectLanguage } from '../messages'
import { embeds as zhCN } from '../zh-cn/embeds'
import { embeds as zhTW } from '../zh-tw/embeds'

export const getEmbedMessages = (locale: string): EmbedMessages =>
  selectLanguage({ en, 'zh-CN': zhCN, 'zh-TW': zhTW, ja, ar }, locale)
