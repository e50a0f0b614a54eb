import type { SearchMessages } from '@/lib/messages/messages'
import type { SearchAnswer } from '@/lib/search/answer'

interface SearchFooterProps {
  question: string
  /** Undefined while there is no question, and when it could not be answered. */
  answer: SearchAnswer | undefined
  hasFailed: boolean
  words: SearchMessages
  /** Shows the sheet of keys. */
  onKeys: () => void
}

/** How the search went, said aloud too: how much was found, that nothing was, or that it failed. */
export function SearchFooter({ question, answer, hasFailed, words, onKeys }: SearchFooterProps) {
  const isEmpty = answer?.total === 0
  const hasMore = answer !== undefined && answer.total > answer.results.length
  return (
    <>
      <div className="search-outcome" role="status">
        {hasFailed && <p className="search-failed">{words.error}</p>}
        {isEmpty && (
          <>
            <p>{words.none}</p>
            <p>{words.noneHint}</p>
          </>
        )}
        {answer !== undefined && !isEmpty && <span className="visually-hidden">{words.total(answer.total)}</span>}
      </div>
      <footer className="search-footer">
        <span>{answer !== undefined && !isEmpty && words.total(answer.total)}</span>
        {hasMore && <a href={`/search?q=${encodeURIComponent(question)}`}>{words.all}</a>}
        <span className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {words.keys.choose} <kbd>↵</kbd> {words.keys.open} <kbd>esc</kbd> {words.keys.close}
        </span>
        <button type="button" aria-haspopup="dialog" onClick={onKeys}>
          {words.shortcuts.title}
        </button>
      </footer>
    </>
  )
}
