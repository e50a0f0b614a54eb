'use client'

import { useEffect, useState } from 'react'
import { getSearchMessages } from '@/lib/messages/parts/search'
import type { SearchAnswer } from '@/lib/search/results'
import { askSearch } from './ask-search'
import { SearchResults } from './search-results'

interface StaticSearchProps {
  locale: string
  /** The number of results. There is no second page. */
  limit: number
}

/** The results on the search page of an exported site, where only the browser knows the query in the URL. */
export function StaticSearch({ locale, limit }: StaticSearchProps) {
  const messages = getSearchMessages(locale)
  const [found, setFound] = useState<{ query: string; answer?: SearchAnswer }>()

  useEffect(() => {
    const query = (new URLSearchParams(location.search).get('q') ?? '').trim()
    // The visitor may have typed before the script arrived.
    const input = document.querySelector<HTMLInputElement>('.search-page input')
    if (input?.value === '') input.value = query
    const leaving = new AbortController()
    const show = (answer?: SearchAnswer) => {
      if (leaving.signal.aborted) return
      setFound({ query, answer })
      // Only now, because Next.js sets the title of the file while the document hydrates.
      if (query !== '') document.title = `${query} · ${messages.title}`
    }
    askSearch({ query, limit }, leaving.signal).then(show, () => show())
    return () => leaving.abort()
  }, [messages, limit])

  if (found !== undefined) return <SearchResults query={found.query} answer={found.answer} messages={messages} />
  return (
    <noscript>
      <p>{messages.needsScript}</p>
    </noscript>
  )
}
