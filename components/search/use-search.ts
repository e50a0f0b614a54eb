import { useEffect, useRef, useState } from 'react'
import type { SearchAnswer } from '@/lib/search/answer'
import { readAnswer } from './read-answer'

/** Until an index says how often it may be asked. */
const THROTTLE = 150

export interface Search {
  isLoading: boolean
  /** What was last answered, also while the next answer is on its way; undefined without a question or after an error. */
  answer?: SearchAnswer
  hasFailed: boolean
}

const NOTHING: Search = { isLoading: false, hasFailed: false }

/**
 * Asks for what is being typed: at once, and then no more often than the index bears. An answer counts only while its
 * question still stands; a blank one clears everything.
 */
export function useSearch(query: string): Search {
  const question = query.trim()
  const [search, setSearch] = useState(NOTHING)
  const pace = useRef({ throttle: THROTTLE, last: Number.NEGATIVE_INFINITY })

  useEffect(() => {
    const warmUp = new AbortController()
    ask('', warmUp.signal).then(
      ({ throttle }) => {
        pace.current.throttle = throttle
      },
      // The first question will say what is wrong.
      () => {},
    )
    return () => warmUp.abort()
  }, [])

  useEffect(() => {
    if (question === '') {
      setSearch(NOTHING)
      return
    }
    const controller = new AbortController()
    setSearch(({ answer }) => ({ isLoading: true, answer, hasFailed: false }))
    const { throttle, last } = pace.current
    const timer = setTimeout(
      async () => {
        pace.current.last = performance.now()
        const next = await ask(question, controller.signal).then(
          (answer): Search => ({ isLoading: false, answer, hasFailed: false }),
          (): Search => ({ isLoading: false, hasFailed: true }),
        )
        if (!controller.signal.aborted) setSearch(next)
      },
      Math.max(0, last + throttle - performance.now()),
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [question])

  return search
}

async function ask(query: string, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch('/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal,
  })
  const answer = readAnswer(await response.json())
  if (!response.ok || answer === undefined) throw new Error('The search failed')
  return answer
}
