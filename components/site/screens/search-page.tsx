import '@/styles/search.css'
import '@/styles/search-page.css'
import { addBasePath } from '@/lib/base-path'
import type { Chrome } from '@/lib/screens/chrome'
import type { SearchResponse } from '@/lib/search/results'
import { getSearchMessages, getSiteMessages } from '@/messages/languages'
import { SearchResults } from '../../search/search-results'
import { SiteLayout } from '../site-layout'

interface SearchPageProps {
  chrome: Chrome
  query: string
  /** Undefined if the search failed. */
  response: SearchResponse | undefined
  /** The number of results on an exported site, which searches in the browser. */
  staticLimit?: number
}

/** The search as a page: a form, and the results of the query in the URL. */
export function SearchPage({ chrome, query, response, staticLimit }: SearchPageProps) {
  const messages = getSearchMessages(chrome.locale)
  const current = { path: addBasePath('/search'), title: messages.title }
  return (
    <SiteLayout chrome={chrome} messages={getSiteMessages(chrome.locale)} current={current}>
      <article className="page search-page">
        <header className="page-header">
          <h1>{messages.title}</h1>
        </header>
        <search>
          <form action={addBasePath('/search')}>
            <input
              type="search"
              name="q"
              defaultValue={query}
              // biome-ignore lint/a11y/noAutofocus: visitors who open an empty search, also by the shortcut, type next
              autoFocus={query === ''}
              aria-label={messages.title}
              placeholder={messages.title}
              maxLength={200}
              dir="auto"
            />
            {chrome.language && <input type="hidden" name="lang" value={chrome.language.tag} />}
            <button type="submit">{messages.title}</button>
          </form>
        </search>
        {staticLimit === undefined ? (
          <SearchResults query={query} response={response} messages={messages} />
        ) : (
          // `islands` shows the results here.
          <div data-static-search={staticLimit}>
            <noscript>
              <p>{messages.needsScript}</p>
            </noscript>
          </div>
        )}
      </article>
    </SiteLayout>
  )
}
