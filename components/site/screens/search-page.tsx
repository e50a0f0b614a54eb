import { addBasePath } from '@/lib/base-path'
import '@/styles/search.css'
import type { ReactNode } from 'react'
import type { Messages, SearchMessages } from '@/lib/messages/messages'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import { SiteLayout } from '../site-layout'

interface SearchPageProps {
  chrome: Chrome
  messages: Messages
  searchMessages: SearchMessages
  /** The form and the results. */
  children: ReactNode
}

/** The search as a page. */
export function SearchPage({ chrome, messages, searchMessages, children }: SearchPageProps) {
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      current={{ path: addBasePath('/search'), title: searchMessages.title }}
    >
      <article className="page search-page">
        <header className="page-header">
          <h1>{searchMessages.title}</h1>
        </header>
        {children}
      </article>
    </SiteLayout>
  )
}
