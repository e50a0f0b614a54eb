import { addBasePath } from '@/lib/base-path'
import type { SearchMessages } from '@/lib/messages/messages'
import type { SearchAnswer } from '@/lib/search/results'

interface SearchFooterProps {
  question: string
  /** Undefined without a query and after an error. */
  answer: SearchAnswer | undefined
  hasFailed: boolean
  messages: SearchMessages
  /** Opens the sheet of keyboard shortcuts. */
  onKeys: () => void
}

/** The outcome of the search, which screen readers announce: the number of results, no results, or an error. */
export function SearchFooter({ question, answer, hasFailed, messages, onKeys }: SearchFooterProps) {
  const isEmpty = answer?.total === 0
  const hasMore = answer !== undefined && answer.total > answer.results.length
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
        {answer !== undefined && !isEmpty && <span className="visually-hidden">{messages.total(answer.total)}</span>}
      </div>
      <footer className="search-footer">
        <span>{answer !== undefined && !isEmpty && messages.total(answer.total)}</span>
        {hasMore && <a href={addBasePath(`/search?q=${encodeURIComponent(question)}`)}>{messages.all}</a>}
        <span className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {messages.keys.choose} <kbd>↵</kbd> {messages.keys.open} <kbd>esc</kbd>{' '}
          {messages.keys.close}
        </span>
        <button type="button" aria-haspopup="dialog" onClick={onKeys}>
          {messages.shortcuts.title}
        </button>
      </footer>
    </>
  )
}
