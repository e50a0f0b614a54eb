import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import type { SearchResult, Start, StartPage } from '@/lib/search/results'
import type { SearchMessages } from '@/messages/languages'
import { getResultPath, ResultBody, StartBody } from './result-body'

interface ListProps {
  id: string
  /** Index of the selected option. */
  active: number
  optionId: (index: number) => string
  messages: SearchMessages
  onPoint: (index: number) => void
}

/** Results that are visible without scrolling, which are rendered first. */
const VISIBLE_RESULTS = 5
/** The delay of the others in milliseconds. */
const RENDER_REST_AFTER_MS = 50

/** The results as options of the input: each is a link, and the selected one is the active descendant of the input. */
export const ResultList = memo(function ResultList(props: ResultListProps) {
  const { id, active, optionId, messages, onPoint, results, onOpen } = props
  const list = useRef<HTMLDivElement>(null)
  const onClick = closeOnFollow(onOpen)
  const [settled, setSettled] = useState<SearchResult[]>()
  const shown = settled === results ? results : results.slice(0, VISIBLE_RESULTS)

  useEffect(() => {
    if (results.length > 0) list.current?.scrollTo(0, 0)
    const timer = setTimeout(() => setSettled(results), RENDER_REST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [results])

  return (
    <div ref={list} className="search-list" role="listbox" id={id} aria-label={messages.title} tabIndex={-1}>
      {shown.map((result, index) => (
        <a
          // Keyed by index: updating the rows of the previous response is faster than creating new ones.
          key={optionId(index)}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="result"
          href={getResultPath(result)}
          dir="auto"
          onPointerMove={() => onPoint(index)}
          onClick={onClick}
        >
          <Body result={result} />
        </a>
      ))}
    </div>
  )
})

/** A result that is opened in another tab leaves the dialog as it is. */
const closeOnFollow = (close: () => void) => (event: MouseEvent) => {
  if (!event.metaKey && !event.ctrlKey && !event.shiftKey) close()
}

/** Renders again only for another result, not when the selection moves. */
const Body = memo(ResultBody)

interface ResultListProps extends ListProps {
  results: SearchResult[]
  onOpen: () => void
}

/** Suggestions before a query: recent searches, the site's main pages and its newest pages. */
export function StartList(props: StartListProps) {
  const { id, active, optionId, messages, onPoint, queries, start, onChoose, onForget, onOpen } = props
  const onClick = closeOnFollow(onOpen)
  const getOptionProps = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    className: 'result',
    dir: 'auto',
    onPointerMove: () => onPoint(index),
  })
  const renderPages = (title: string, found: StartPage[], before: number) =>
    found.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
      <div role="group" aria-label={title} className="search-start">
        {found.map((page, index) => (
          <a key={page.id} {...getOptionProps(before + index)} href={page.path} onClick={onClick}>
            <StartBody page={page} />
          </a>
        ))}
      </div>
    )
  return (
    <>
      {queries.length > 0 && (
        <div className="search-recent">
          <span>{messages.recent}</span>
          <button type="button" onClick={onForget}>
            {messages.forget}
          </button>
        </div>
      )}
      <div className="search-list" role="listbox" id={id} aria-label={messages.title} tabIndex={-1}>
        {queries.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div role="group" aria-label={messages.recent}>
            {queries.map((query, index) => (
              <button key={query} type="button" {...getOptionProps(index)} onClick={() => onChoose(query)}>
                <span className="result-title">{query}</span>
              </button>
            ))}
          </div>
        )}
        {renderPages(messages.sections, start.sections, queries.length)}
        {renderPages(messages.newest, start.newest, queries.length + start.sections.length)}
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
