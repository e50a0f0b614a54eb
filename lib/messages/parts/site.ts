import { site as en } from '../en/site'
import { type Messages, selectLanguage } from '../messages'
import { site as zhCN } from '../zh-cn/site'

export const getSiteMessages = (locale: string): Messages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
