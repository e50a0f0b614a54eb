import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SearchResponse, Start } from '@/lib/search/results'
import { sendSearch } from './send-search'

/** Milliseconds between two requests, until the first response contains the limit. */
const THROTTLE_MS = 150
/** The loading indicator is shown after this many milliseconds, because rendering it would delay a faster response. */
const LOADING_DELAY_MS = 100
/** A word that an input method composes is sent after a pause of so many milliseconds. Keyboards of phones compose every word. */
const COMPOSING_MS = 400

export interface Search {
  /** The trimmed query; empty if there is none. */
  query: string
  /** Whether the response takes longer than usual. */
  isLoading: boolean
  /** The last response, also while the next one is loading; undefined without a query and after an error. */
  response?: SearchResponse
  hasFailed: boolean
}

/** The maximum number of results of a search below a page. The search page cannot show more. */
const MAX_LIMITED_RESULTS = 50

const NO_SUGGESTIONS: Start = { sections: [], newest: [] }
const NO_SEARCH: Search = { query: '', isLoading: false, hasFailed: false }

/**
 * Sends the query of an input: immediately, and then no more often than the server accepts; while an input method composes a word, after
 * a pause. `ancestorId` limits the search, `limit` the number of results. A response is applied only if the query is
 * still the same; a blank query clears everything. `shownQuery` has its results on the page, and is not sent until it
 * is typed again. The input is uncontrolled, so that nothing renders before the request is sent.
 */
export function useSearch(
  input: HTMLInputElement,
  ancestorId?: string,
  limit = ancestorId && MAX_LIMITED_RESULTS,
  shownQuery = '',
): Search & { start: Start; pending: RefObject<boolean> } {
  const [search, setSearch] = useState(NO_SEARCH)
  /** Suggestions before a query. */
  const [start, setStart] = useState(NO_SUGGESTIONS)
  /** Whether the current query has no response yet. */
  const pending = useRef(false)

  useEffect(() => {
    let query = shownQuery
    let throttle = THROTTLE_MS
    let lastSent = Number.NEGATIVE_INFINITY
    let sendTimer: ReturnType<typeof setTimeout> | undefined
    let loadingTimer: ReturnType<typeof setTimeout> | undefined
    let controller = new AbortController()
    let isComposing = false
    /** A response without results that came while a word was composed. */
    let held: Search | undefined
    const warmUp = new AbortController()

    const send = async () => {
      lastSent = performance.now()
      const { signal } = controller
      const sent = { query, isLoading: false }
      const next = await sendSearch({ query, ...(ancestorId && { ancestorId }), ...(limit && { limit }) }, signal).then(
        (response): Search => ({ ...sent, response, hasFailed: false }),
        (): Search => ({ ...sent, hasFailed: true }),
      )
      if (signal.aborted) return
      clearTimeout(loadingTimer)
      pending.current = false
      // A half-composed word often has no results.
      if (isComposing && next.response?.total === 0) held = next
      else setSearch(next)
    }
    const onInput = (event?: Event) => {
      isComposing = event instanceof InputEvent && event.isComposing
      const typed = input.value.trim()
      if (typed === query) {
        if (held?.query === query && !isComposing) setSearch(held)
        return
      }
      query = typed
      clearTimeout(sendTimer)
      clearTimeout(loadingTimer)
      controller.abort()
      controller = new AbortController()
      pending.current = query !== ''
      if (query === '') {
        setSearch({ ...NO_SEARCH })
        return
      }
      const wait = Math.max(isComposing ? COMPOSING_MS : 0, lastSent + throttle - performance.now())
      if (wait > 0) sendTimer = setTimeout(send, wait)
      else send()
      loadingTimer = setTimeout(() => {
        setSearch(({ response }) => ({ query: typed, isLoading: true, response, hasFailed: false }))
      }, LOADING_DELAY_MS)
    }

    sendSearch({ query: '' }, warmUp.signal).then(
      (response) => {
        throttle = response.throttle
        if (response.start) setStart(response.start)
      },
      // The first query will report the error.
      () => {},
    )
    input.addEventListener('input', onInput)
    input.addEventListener('compositionend', onInput)
    onInput()
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('compositionend', onInput)
      clearTimeout(sendTimer)
      clearTimeout(loadingTimer)
      controller.abort()
      warmUp.abort()
    }
  }, [input, ancestorId, limit, shownQuery])

  return { ...search, start, pending }
}
