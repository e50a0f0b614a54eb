'use client'

import { useEffect, useState } from 'react'
import type { SearchResponse } from '@/lib/search/results'
import { getSearchMessages } from '@/messages/languages'
import { SearchResults } from './search-results'
import { sendSearch } from './send-search'

interface StaticSearchProps {
  locale: string
  /** The number of results. There is no second page. */
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
      // Only now, because Next.js sets the title of the file while the document hydrates.
      if (query !== '') document.title = `${query} · ${messages.title}`
    }
    sendSearch({ query, limit }, unmounted.signal).then(show, () => show())
    return () => unmounted.abort()
  }, [messages, limit])

  if (found !== undefined) return <SearchResults query={found.query} response={found.response} messages={messages} />
  return (
    <noscript>
      <p>{messages.needsScript}</p>
    </noscript>
  )
}
