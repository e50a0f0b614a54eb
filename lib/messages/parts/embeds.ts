import { embeds as en } from '../en/embeds'
import { type EmbedMessages, selectLanguage } from '../messages'
import { embeds as zhCN } from '../zh-cn/embeds'

export const getEmbedMessages = (locale: string): EmbedMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
