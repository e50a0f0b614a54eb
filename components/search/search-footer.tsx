import type { SearchResponse } from '@/lib/search/results'
import { getSearchAddress } from '@/lib/search-address'
import type { SearchMessages } from '@/messages/languages'
import { getSearchLanguage } from './send-search'

interface SearchFooterProps {
  query: string
  /** Undefined without a query and after an error. */
  response: SearchResponse | undefined
  hasFailed: boolean
  /** Whether only a part of the site is searched, which the search page cannot. */
  isLimited: boolean
  messages: SearchMessages
  /** Opens the sheet of keyboard shortcuts. */
  onShowShortcuts: () => void
}

/** The outcome of the search, which screen readers announce: the number of results, no results, or an error. */
export function SearchFooter({ query, response, hasFailed, isLimited, messages, onShowShortcuts }: SearchFooterProps) {
  const isEmpty = response?.total === 0
  const hasMore = !isLimited && response !== undefined && response.total > response.results.length
  return (
    <>
      <div className="search-outcome" role="status">
        {hasFailed && <p className="search-failed">{messages.error}</p>}
        {isEmpty && (
          <>
            <p>{messages.none}</p>
            <p>{messages.noneHint}</p>
          </>
        )}
        {response !== undefined && !isEmpty && (
          <span className="visually-hidden">{messages.total(response.total)}</span>
        )}
      </div>
      <footer className="search-footer">
        <span>{response !== undefined && !isEmpty && messages.total(response.total)}</span>
        {hasMore && <a href={getSearchAddress({ query, language: getSearchLanguage() })}>{messages.all}</a>}
        <span className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {messages.keys.choose} <kbd>↵</kbd> {messages.keys.open} <kbd>esc</kbd>{' '}
          {messages.keys.close}
        </span>
        <button type="button" aria-haspopup="dialog" onClick={onShowShortcuts}>
          {messages.shortcuts.title}
        </button>
      </footer>
    </>
  )
}
