import { embeds as en } from '../en/embeds'
import { type EmbedMessages, inLanguage } from '../messages'
import { embeds as zhCN } from '../zh-cn/embeds'

export const embedMessagesFor = (locale: string): EmbedMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
