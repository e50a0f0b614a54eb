'use client'

import '@/styles/search.css'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { searchMessagesFor } from '@/lib/messages/search/messages'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches'
import { SearchField } from './search-field'
import { SearchFooter } from './search-footer'
import { RecentList, ResultList } from './search-lists'
import { useSearch } from './use-search'

/** The dialog in which the site is searched: a field, what it finds, and how much that is. Closed, it gives the focus back. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  // It opens in a browser only, in a document that says its language.
  const words = searchMessagesFor(document.documentElement.lang)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [query, setQuery] = useState('')
  const [recent, setRecent] = useState(recentSearches)
  const [chosen, setChosen] = useState(0)
  const { answer, isLoading, hasFailed } = useSearch(query)
  const isBlank = query.trim() === ''
  const results = isBlank ? [] : (answer?.results ?? [])
  const count = isBlank ? recent.length : results.length
  const active = Math.min(chosen, count - 1)
  const optionId = (index: number) => `${id}-${index}`
  const close = () => dialog.current?.close()

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const type = (next: string) => {
    setQuery(next)
    // Another question, another first result.
    setChosen(0)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      follow(document.getElementById(optionId(active)), event.metaKey || event.ctrlKey)
      return
    }
    const next = steps(active, count)[event.key]
    if (next === undefined || count === 0 || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    setChosen(next)
  }

  const onOpen = () => {
    rememberSearch(query.trim())
    close()
  }

  const onOverlay = ({ target }: MouseEvent) => {
    if (target === dialog.current) close()
  }

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Escape of itself
    <dialog ref={dialog} className="search" aria-label={words.title} onClose={onClose} onClick={onOverlay}>
      <div className="search-panel">
        <SearchField
          query={query}
          isLoading={isLoading}
          listId={`${id}-list`}
          activeId={count > 0 ? optionId(active) : undefined}
          words={words}
          onType={type}
          onKeyDown={onKeyDown}
          onClose={close}
        />
        {isBlank ? (
          <RecentList
            id={`${id}-list`}
            queries={recent}
            active={active}
            optionId={optionId}
            words={words}
            onPoint={setChosen}
            onChoose={type}
            onForget={() => {
              forgetSearches()
              setRecent([])
            }}
          />
        ) : (
          <ResultList
            id={`${id}-list`}
            results={results}
            active={active}
            optionId={optionId}
            words={words}
            onPoint={setChosen}
            onOpen={onOpen}
          />
        )}
        <SearchFooter query={query} answer={isBlank ? undefined : answer} hasFailed={hasFailed} words={words} />
      </div>
    </dialog>,
    document.body,
  )
}

/** Where each key leads from an option of several; the ends are joined. */
function steps(active: number, count: number): Partial<Record<string, number>> {
  return { ArrowDown: (active + 1) % count, ArrowUp: (active - 1 + count) % count, Home: 0, End: count - 1 }
}

/** Opens a result, or chooses a former question; a result in a new tab when asked so. */
function follow(option: HTMLElement | null, inNewTab: boolean): void {
  if (inNewTab && option instanceof HTMLAnchorElement) window.open(option.href, '_blank', 'noopener')
  else option?.click()
}
