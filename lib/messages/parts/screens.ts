import { screens as en } from '../en/screens'
import { type ScreenMessages, selectLanguage } from '../messages'
import { screens as zhCN } from '../zh-cn/screens'

export const getScreenMessages = (locale: string): ScreenMessages => selectLanguage({ en, 'zh-CN': zhCN }, locale)
