import { editors as en } from '../en/editors'
import { type EditorsMessages, inLanguage } from '../messages'
import { editors as zhCN } from '../zh-cn/editors'

export const editorsMessagesFor = (locale: string): EditorsMessages => inLanguage({ en, 'zh-CN': zhCN }, locale)
