import type { SearchMessages } from '@/lib/messages/search/en'
import type { SearchResult } from '@/lib/search/answer'
import { InternalLink } from '../ui/internal-link'
import { addressOf, ResultBody } from './result-body'

interface ListProps {
  id: string
  /** Index of the option that is chosen. */
  active: number
  optionId: (index: number) => string
  words: SearchMessages
  onPoint: (index: number) => void
}

/** The results, commanded from the field: each is a link, and the chosen one is the field's present option. */
export function ResultList({ id, active, optionId, words, onPoint, results, onOpen }: ResultListProps) {
  return (
    <div className="search-list" role="listbox" id={id} aria-label={words.title} tabIndex={-1}>
      {results.map((result, index) => (
        <InternalLink
          key={result.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="result"
          href={addressOf(result)}
          onPointerMove={() => onPoint(index)}
          onClick={(event) => {
            // Opened in another tab, it leaves the dialog as it is.
            if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onOpen()
          }}
        >
          <ResultBody result={result} />
        </InternalLink>
      ))}
    </div>
  )
}

interface ResultListProps extends ListProps {
  results: SearchResult[]
  onOpen: () => void
}

/** Former questions, to be asked again. */
export function RecentList({ id, active, optionId, words, onPoint, queries, onChoose, onForget }: RecentListProps) {
  return (
    <>
      {queries.length > 0 && (
        <div className="search-recent">
          <span>{words.recent}</span>
          <button type="button" onClick={onForget}>
            {words.forget}
          </button>
        </div>
      )}
      <div className="search-list" role="listbox" id={id} aria-label={words.recent} tabIndex={-1}>
        {queries.map((query, index) => (
          <button
            key={query}
            type="button"
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className="result"
            onPointerMove={() => onPoint(index)}
            onClick={() => onChoose(query)}
          >
            <span className="result-title" dir="auto">
              {query}
            </span>
          </button>
        ))}
      </div>
    </>
  )
}

interface RecentListProps extends ListProps {
  queries: string[]
  onChoose: (query: string) => void
  onForget: () => void
}
