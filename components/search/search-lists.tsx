import { useRouter } from 'next/navigation'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { isForMembers } from '@/lib/members-path'
import type { SearchMessages } from '@/lib/messages/messages'
import type { SearchResult, Start, StartPage } from '@/lib/search/answer'
import { addressOf, ResultBody, StartBody } from './result-body'

interface ListProps {
  id: string
  /** Index of the option that is chosen. */
  active: number
  optionId: (index: number) => string
  words: SearchMessages
  onPoint: (index: number) => void
}

/** As many as there is room for; they are drawn before the others, which follow once those are on the screen. */
const IN_SIGHT = 5
const FOLLOW_AFTER = 50

/** The results, commanded from the field: each is a link, and the chosen one is the field's present option. */
export const ResultList = memo(function ResultList(props: ResultListProps) {
  const { id, active, optionId, words, onPoint, results, onOpen } = props
  const list = useRef<HTMLDivElement>(null)
  const { router, onClick } = useOpening(onOpen)
  const [settled, setSettled] = useState<SearchResult[]>()
  const shown = settled === results ? results : results.slice(0, IN_SIGHT)

  useEffect(() => {
    if (results.length > 0) list.current?.scrollTo(0, 0)
    const timer = setTimeout(() => setSettled(results), FOLLOW_AFTER)
    return () => clearTimeout(timer)
  }, [results])

  return (
    <div ref={list} className="search-list" role="listbox" id={id} aria-label={words.title} tabIndex={-1}>
      {shown.map((result, index) => (
        <a
          // By its place, so that an answer changes the rows that are there, which takes less than making others.
          key={optionId(index)}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="result"
          href={addressOf(result)}
          onPointerEnter={() => isElsewhere(result.path) || router.prefetch(result.path)}
          onPointerMove={() => onPoint(index)}
          onClick={onClick}
        >
          <Body result={result} />
        </a>
      ))}
    </div>
  )
})

/** Opens a result by a client-side navigation. In another tab, it leaves the dialog as it is. */
function useOpening(onOpen: () => void) {
  const router = useRouter()
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onOpen()
    const { pathname, hash } = event.currentTarget
    if (isElsewhere(pathname)) return
    event.preventDefault()
    router.push(pathname + hash)
  }
  return { router, onClick }
}

/** Between the public site and the members', the whole page is loaded, and nothing of it ahead. */
const isElsewhere = (path: string) => isForMembers(path) !== isForMembers(location.pathname)

/** Drawn again only when it is another result, and not when another is chosen. */
const Body = memo(ResultBody)

interface ResultListProps extends ListProps {
  results: SearchResult[]
  onOpen: () => void
}

/** Before a question: former questions, to be asked again, the site's main pages and its newest ones. */
export function StartList(props: StartListProps) {
  const { id, active, optionId, words, onPoint, queries, start, onChoose, onForget, onOpen } = props
  const { router, onClick } = useOpening(onOpen)
  const option = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    className: 'result',
    onPointerMove: () => onPoint(index),
  })
  const pages = (title: string, found: StartPage[], before: number) =>
    found.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a part of a list box is no set of fields
      <div role="group" aria-label={title} className="search-start">
        {found.map((page, index) => (
          <a
            key={page.id}
            {...option(before + index)}
            href={page.path}
            onPointerEnter={() => isElsewhere(page.path) || router.prefetch(page.path)}
            onClick={onClick}
          >
            <StartBody page={page} />
          </a>
        ))}
      </div>
    )
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
      <div className="search-list" role="listbox" id={id} aria-label={words.title} tabIndex={-1}>
        {queries.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div role="group" aria-label={words.recent}>
            {queries.map((query, index) => (
              <button key={query} type="button" {...option(index)} onClick={() => onChoose(query)}>
                <span className="result-title" dir="auto">
                  {query}
                </span>
              </button>
            ))}
          </div>
        )}
        {pages(words.sections, start.sections, queries.length)}
        {pages(words.newest, start.newest, queries.length + start.sections.length)}
      </div>
    </>
  )
}

interface StartListProps extends ListProps {
  queries: string[]
  start: Start
  onChoose: (query: string) => void
  onForget: () => void
  onOpen: () => void
}
