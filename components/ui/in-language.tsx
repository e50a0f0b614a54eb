import type { ReactNode } from 'react'
import { getPageMessages } from '@/messages/languages'
import { PageMessagesProvider } from './page-messages'

interface InLanguageProps {
  /** Language of the interface. */
  locale: string
  /** Language of the enclosing elements. The default is English, whose texts the script of pages contains. */
  around?: string
  children: ReactNode
}

/** Provides the texts of pages in a language. The document contains them, so that no script contains all languages. */
export function InLanguage({ locale, around = 'en', children }: InLanguageProps) {
  if (locale === around) return children
  const messages = locale === 'en' ? undefined : getPageMessages(locale)
  return <PageMessagesProvider messages={messages}>{children}</PageMessagesProvider>
}
