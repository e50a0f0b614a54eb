import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SearchAnswer, Start } from '@/lib/search/answer'
import { readAnswer } from './read-answer'

/** Until an index says how often it may be asked. */
const THROTTLE = 150
/** An answer that comes sooner is shown without a word about waiting, which would only delay it. */
const SOON = 100

export interface Search {
  /** What the field asks, without the space around it; empty while it asks nothing. */
  question: string
  /** Whether that takes longer than it usually does. */
  isLoading: boolean
  /** What was last answered, also while the next answer is on its way; undefined without a question or after an error. */
  answer?: SearchAnswer
  hasFailed: boolean
}

const NOWHERE: Start = { sections: [], newest: [] }
const NOTHING: Search = { question: '', isLoading: false, hasFailed: false }

/**
 * Asks for what is typed into a field: at once, and then no more often than the index bears. An answer counts only while its
 * question still stands; a blank one clears everything. The field keeps its text itself, so nothing is drawn before the question
 * is on its way.
 */
export function useSearch(input: HTMLInputElement): Search & { start: Start; pending: RefObject<boolean> } {
  const [search, setSearch] = useState(NOTHING)
  /** What is offered before a question. */
  const [start, setStart] = useState(NOWHERE)
  /** Whether what is typed has no answer yet. */
  const pending = useRef(false)

  useEffect(() => {
    let question = ''
    let throttle = THROTTLE
    let last = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    let asked = new AbortController()
    const warmUp = new AbortController()

    const send = async () => {
      last = performance.now()
      const { signal } = asked
      const sent = { question, isLoading: false }
      const next = await ask(question, signal).then(
        (answer): Search => ({ ...sent, answer, hasFailed: false }),
        (): Search => ({ ...sent, hasFailed: true }),
      )
      if (signal.aborted) return
      clearTimeout(waiting)
      pending.current = false
      setSearch(next)
    }
    const onInput = () => {
      const typed = input.value.trim()
      if (typed === question) return
      question = typed
      clearTimeout(timer)
      clearTimeout(waiting)
      asked.abort()
      asked = new AbortController()
      pending.current = question !== ''
      if (question === '') {
        setSearch(NOTHING)
        return
      }
      const wait = last + throttle - performance.now()
      if (wait > 0) timer = setTimeout(send, wait)
      else send()
      waiting = setTimeout(() => {
        setSearch(({ answer }) => ({ question: typed, isLoading: true, answer, hasFailed: false }))
      }, SOON)
    }

    ask('', warmUp.signal).then(
      (answer) => {
        throttle = answer.throttle
        if (answer.start) setStart(answer.start)
      },
      // The first question will say what is wrong.
      () => {},
    )
    input.addEventListener('input', onInput)
    onInput()
    return () => {
      input.removeEventListener('input', onInput)
      clearTimeout(timer)
      clearTimeout(waiting)
      asked.abort()
      warmUp.abort()
    }
  }, [input])

  return { ...search, start, pending }
}

async function ask(query: string, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch('/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    priority: 'high',
    signal,
  })
  const answer = readAnswer(await response.json())
  if (!response.ok || answer === undefined) throw new Error('The search failed')
  return answer
}
