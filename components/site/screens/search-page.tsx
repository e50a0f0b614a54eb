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
  /** The maximum number of results. */
  limit: number
  /** Whether the site is exported, so that only the browser knows the query. */
  isExport: boolean
}

/** The search as a page: a form, and the results of the query in the URL. `islands` searches while the visitor types. */
export function SearchPage({ chrome, query, response, limit, isExport }: SearchPageProps) {
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
              placeholder={messages.placeholder}
              maxLength={200}
              dir="auto"
            />
            {chrome.language && <input type="hidden" name="lang" value={chrome.language.tag} />}
            <button type="submit">{messages.title}</button>
          </form>
        </search>
        <div data-search-results={limit}>
          {isExport ? (
            <noscript>
              <p>{messages.needsScript}</p>
            </noscript>
          ) : (
            <SearchResults query={query} response={response} messages={messages} />
          )}
        </div>
      </article>
    </SiteLayout>
  )
}
