import '@/styles/search.css'
import '@/styles/search-page.css'
import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import type { Chrome } from '@/lib/screens/chrome'
import type { Messages, SearchMessages } from '@/messages/languages'
import { SiteLayout } from '../site-layout'

interface SearchPageProps {
  chrome: Chrome
  query: string
  messages: Messages
  searchMessages: SearchMessages
  /** The results. */
  children: ReactNode
}

/** The search as a page: a form, and the results of the query in the URL. */
export function SearchPage({ chrome, query, messages, searchMessages, children }: SearchPageProps) {
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
        <search>
          <form action={addBasePath('/search')}>
            <input
              type="search"
              name="q"
              defaultValue={query}
              // biome-ignore lint/a11y/noAutofocus: visitors who open an empty search, also by the shortcut, type next
              autoFocus={query === ''}
              aria-label={searchMessages.title}
              placeholder={searchMessages.title}
              maxLength={200}
              dir="auto"
            />
            {chrome.language && <input type="hidden" name="lang" value={chrome.language.tag} />}
            <button type="submit">{searchMessages.title}</button>
          </form>
        </search>
        {children}
      </article>
    </SiteLayout>
  )
}
