import { editors as en } from '../en/editors'
import { type EditorsMessages, selectLanguage } from '../messages'
import { editors as zhCN } from '../zh-cn/editors'

export const getEditorsMessages = (locale: string): EditorsMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
