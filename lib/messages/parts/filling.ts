import { filling as en } from '../en/filling'
import { type FillingMessages, selectLanguage } from '../messages'
import { filling as zhCN } from '../zh-cn/filling'

export const getFillingMessages = (locale: string): FillingMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
