import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { SearchResponse } from '@/lib/search/results'
import { getSearchMessages } from '@/messages/languages'
import { SearchResults } from './search-results'
import { sendSearch } from './send-search'

/** Shows the results on the search page of an exported site. `place` names their number; there is no second page. */
export function showStaticSearch(place: HTMLElement): void {
  const limit = Number(place.dataset.staticSearch)
  createRoot(place).render(<StaticSearch locale={document.documentElement.lang} limit={limit} />)
}

interface StaticSearchProps {
  locale: string
  limit: number
}

/**
 * The results on the search page of an exported site. Only the browser knows the query in the URL, so it searches the
 * files of the site.
 */
export function StaticSearch({ locale, limit }: StaticSearchProps) {
  const messages = getSearchMessages(locale)
  const [found, setFound] = useState<{ query: string; response?: SearchResponse }>()

  useEffect(() => {
    const query = (new URLSearchParams(location.search).get('q') ?? '').trim()
    // The visitor may have typed before the script arrived.
    const input = document.querySelector<HTMLInputElement>('.search-page input')
    if (input?.value === '') input.value = query
    const unmounted = new AbortController()
    const show = (response?: SearchResponse) => {
      if (unmounted.signal.aborted) return
      setFound({ query, response })
      if (query !== '') document.title = `${query} · ${messages.title}`
    }
    sendSearch({ query, limit }, unmounted.signal).then(show, () => show())
    return () => unmounted.abort()
  }, [messages, limit])

  return found && <SearchResults query={found.query} response={found.response} messages={messages} />
}
