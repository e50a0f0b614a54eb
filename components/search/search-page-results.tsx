import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { getSearchMessages } from '@/messages/languages'
import { SearchResults, Suggestions } from './search-results'
import { useSearch } from './use-search'

/** The places of results that are complete. */
const shown = new WeakSet<Element>()

/** Makes the search page search while its visitor types. `place` contains the results of the query in the URL, and names their number. */
export function showSearchPage(place: HTMLElement): void {
  const input = document.querySelector<HTMLInputElement>('.search-page input')
  if (!input || shown.has(place)) return
  shown.add(place)
  // A file of an exported site does not know the query. The visitor may have typed before the script arrived.
  const notice = place.querySelector('noscript')
  const parameters = new URLSearchParams(location.search)
  // WordPress and NotionNext have the searched words in `s`.
  if (notice && input.value === '') input.value = (parameters.get('q') ?? parameters.get('s') ?? '').trim()
  notice?.remove()
  const limit = Number(place.dataset.searchResults)
  const { innerHTML } = place
  const shownQuery = notice ? '' : input.defaultValue.trim()
  createRoot(place).render(<SearchPageResults input={input} limit={limit} sent={innerHTML} shownQuery={shownQuery} />)
}

interface SearchPageResultsProps {
  input: HTMLInputElement
  limit: number
  /** The results that the server rendered, and their query. */
  sent: string
  shownQuery: string
}

/** The results on the search page, which searches as the dialog does. The URL names the query, so that Back and a reload show them. */
function SearchPageResults({ input, limit, sent, shownQuery }: SearchPageResultsProps) {
  const messages = getSearchMessages(document.documentElement.lang)
  const { query, isLoading, response, hasFailed, start } = useSearch(input, undefined, limit, shownQuery)
  const hasOutcome = response !== undefined || hasFailed
  const hasSuggestions = start.sections.length + start.newest.length > 0
  const isBlank = input.value.trim() === ''
  const [isSent, setSent] = useState(true)
  if (isSent && (hasOutcome || (isBlank && hasSuggestions))) setSent(false)

  useEffect(() => {
    if (isSent || isLoading) return
    const url = new URL(location.href)
    url.searchParams.delete('s')
    if (query === '') url.searchParams.delete('q')
    else url.searchParams.set('q', query)
    try {
      history.replaceState(history.state, '', url)
    } catch {
      // Safari limits how often the URL is changed.
    }
    document.title = query === '' ? messages.title : `${query} · ${messages.title}`
  }, [isSent, isLoading, query, messages])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server
  if (isSent) return <div dangerouslySetInnerHTML={{ __html: sent }} />
  return (
    <div aria-busy={isLoading || undefined}>
      <p className="visually-hidden" role="status">
        {response && (response.total === 0 ? messages.none : messages.total(response.total))}
      </p>
      {hasOutcome ? (
        <SearchResults query={query} response={response} messages={messages} />
      ) : (
        <Suggestions start={start} messages={messages} />
      )}
    </div>
  )
}
