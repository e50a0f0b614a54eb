import type { SearchResponse, Start } from '@/lib/search/results'
import type { SearchMessages } from '@/messages/languages'
import { getResultPath, ResultBody, StartBody } from './result-body'

interface SearchResultsProps {
  query: string
  /** Undefined when the search failed. */
  response: SearchResponse | undefined
  messages: SearchMessages
}

/** The results of a query, or what the search suggests before one. */
export function SearchResults({ query, response, messages }: SearchResultsProps) {
  if (query === '') return <Suggestions start={response?.start} messages={messages} />
  return <Outcome response={response} messages={messages} />
}

/** Suggestions before a query: the site's main pages and its newest pages. */
export function Suggestions({ start, messages }: { start: Start | undefined; messages: SearchMessages }) {
  const { sections = [], newest = [] } = start ?? {}
  const lists = [
    { title: messages.sections, pages: sections },
    { title: messages.newest, pages: newest },
  ]
  return lists.map(
    ({ title, pages }) =>
      pages.length > 0 && (
        <section key={title}>
          <h2 className="search-total">{title}</h2>
          <ol>
            {pages.map((page) => (
              <li key={page.id}>
                <a className="result" href={page.path} dir="auto">
                  <StartBody page={page} />
                </a>
              </li>
            ))}
          </ol>
        </section>
      ),
  )
}

function Outcome({ response, messages }: Pick<SearchResultsProps, 'response' | 'messages'>) {
  if (response === undefined) return <p role="alert">{messages.error}</p>
  if (response.total === 0) {
    return (
      <div className="search-outcome">
        <p>{messages.none}</p>
        <p>{messages.noneHint}</p>
      </div>
    )
  }
  return (
    <>
      <p className="search-total">{messages.total(response.total)}</p>
      <ol>
        {response.results.map((result) => (
          <li key={result.id}>
            <a className="result" href={getResultPath(result)} dir="auto">
              <ResultBody result={result} />
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
