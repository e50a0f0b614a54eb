'use client'

import { useEffect, useRef, useState } from 'react'
import { getSearchMessages } from '@/lib/messages/parts/search'
import type { SearchAnswer } from '@/lib/search/answer'
import { askSearch } from './ask-search'
import { SearchForm } from './search-form'
import { SearchResults } from './search-results'

interface StaticSearchProps {
  locale: string
  /** The number of results. There is no second page. */
  limit: number
}

/** The search page of an exported site: the query in the URL is known in the browser only, which searches the files of the site. */
export function StaticSearch({ locale, limit }: StaticSearchProps) {
  const messages = getSearchMessages(locale)
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<{ query: string; answer?: SearchAnswer }>()

  useEffect(() => {
    const query = (new URLSearchParams(location.search).get('q') ?? '').trim()
    if (query !== '') document.title = `${query} · ${messages.title}`
    // The visitor may have typed before the script arrived.
    if (input.current?.value === '') input.current.value = query
    const leaving = new AbortController()
    const show = (answer?: SearchAnswer) => {
      if (!leaving.signal.aborted) setFound({ query, answer })
    }
    askSearch({ query, limit }, leaving.signal).then(show, () => show())
    return () => leaving.abort()
  }, [messages, limit])

  return (
    <>
      <SearchForm query="" label={messages.title} inputRef={input} />
      {found === undefined ? (
        <noscript>
          <p>{messages.needsScript}</p>
        </noscript>
      ) : (
        <SearchResults query={found.query} answer={found.answer} messages={messages} />
      )}
    </>
  )
}
