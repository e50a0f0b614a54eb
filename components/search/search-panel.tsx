import '@/styles/search.css'
import '@/styles/search-section.css'
import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { getSearchMessages } from '@/messages/languages'
import { CloseButton } from './close-button'
import { forgetSearches, getRecentSearches, storeSearch } from './recent-searches'
import { SearchFooter } from './search-footer'
import { ResultList, StartList } from './search-lists'
import { isSearchShortcut } from './shortcut'
import { useSearch } from './use-search'

/** The search dialog without its input: sends the query that is typed there, and shows the results and their number. */
export function SearchPanel({ input, onShowShortcuts }: { input: HTMLInputElement; onShowShortcuts: () => void }) {
  // The dialog is rendered in a browser only, where the document has a language.
  const messages = getSearchMessages(document.documentElement.lang)
  const id = useId()
  const [section] = useState(getSection)
  const [isLimited, setLimited] = useState(false)
  const { query, isLoading, response, hasFailed, start, pending } = useSearch(
    input,
    isLimited ? section?.id : undefined,
  )
  const [recent, setRecent] = useState(getRecentSearches)
  const [chosen, setChosen] = useState(0)
  const isBlank = query === ''
  const count = isBlank ? recent.length + start.sections.length + start.newest.length : (response?.results.length ?? 0)
  const active = Math.min(chosen, count - 1)
  const optionId = useCallback((index: number) => `${id}-${index}`, [id])
  /** The query whose first result is opened as soon as its response arrives. */
  const awaited = useRef('')

  const enterQuery = (query: string) => {
    input.value = query
    input.dispatchEvent(new Event('input'))
    input.focus()
  }
  const close = useCallback(() => input.closest('dialog')?.close(), [input])
  const onOpen = useCallback(() => {
    storeSearch(input.value.trim())
    close()
  }, [input, close])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Safari ends the composition before the key that confirms it, which has this code.
    if (event.isComposing || event.keyCode === 229 || event.altKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      // Until the response arrives, the results of the previous query are shown.
      if (pending.current && chosen === 0 && !event.metaKey && !event.ctrlKey) awaited.current = input.value.trim()
      else follow(document.getElementById(optionId(active)), event.metaKey || event.ctrlKey)
      return
    }
    const next = getNextOptions(active, count)[event.key]
    if (next === undefined || count === 0 || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    setChosen(next)
  })

  useEffect(() => {
    const dialog = input.closest('dialog')
    const onKey = (event: KeyboardEvent) => onKeyDown(event)
    const onOverlay = ({ target }: MouseEvent) => {
      if (target === dialog) close()
    }
    // The shortcut selects the query if the dialog is already open.
    const onShortcut = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return
      event.preventDefault()
      input.focus()
      input.select()
    }
    // A new query selects its first result.
    const onInput = () => {
      setChosen(0)
      awaited.current = ''
    }
    input.addEventListener('keydown', onKey)
    input.addEventListener('input', onInput)
    dialog?.addEventListener('click', onOverlay)
    window.addEventListener('keydown', onShortcut, true)
    return () => {
      input.removeEventListener('keydown', onKey)
      input.removeEventListener('input', onInput)
      dialog?.removeEventListener('click', onOverlay)
      window.removeEventListener('keydown', onShortcut, true)
    }
  }, [input, close])

  useEffect(() => {
    document.documentElement.classList.add('is-searching')
    return () => document.documentElement.classList.remove('is-searching')
  }, [])

  useEffect(() => {
    if (pending.current || response === undefined) return
    if (awaited.current === query) document.getElementById(`${id}-0`)?.click()
    awaited.current = ''
  }, [pending, response, query, id])

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  useCombobox(input, `${id}-list`, count > 0 ? optionId(active) : undefined)

  const list = { id: `${id}-list`, active, optionId, messages, onPoint: setChosen }
  return (
    <>
      {isLoading && (
        <svg className="search-loading" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M10 3a7 7 0 1 0 7 7" />
        </svg>
      )}
      <button type="button" className="search-clear" onClick={() => enterQuery('')}>
        {messages.clear}
      </button>
      <CloseButton className="search-close" label={messages.close} onClose={close} />
      <div className="search-body">
        {section && (
          <label className="search-section">
            <input type="checkbox" checked={isLimited} onChange={() => setLimited(!isLimited)} />
            <span dir="auto">{messages.only(section.title)}</span>
          </label>
        )}
        {isBlank ? (
          <StartList
            {...list}
            queries={recent}
            start={start}
            onChoose={enterQuery}
            onOpen={close}
            onForget={() => {
              forgetSearches()
              setRecent([])
              input.focus()
            }}
          />
        ) : (
          <ResultList {...list} results={response?.results ?? NONE} onOpen={onOpen} />
        )}
        <SearchFooter
          query={query}
          response={isBlank ? undefined : response}
          hasFailed={hasFailed}
          isLimited={isLimited}
          messages={messages}
          onShowShortcuts={onShowShortcuts}
        />
      </div>
    </>
  )
}

const NONE: never[] = []

/** Returns the main page above the current one, which the sidebar names. */
function getSection(): { id: string; title: string } | undefined {
  const { section, title } = document.querySelector<HTMLElement>('.sidebar')?.dataset ?? {}
  return section === undefined || title === undefined ? undefined : { id: section, title }
}

/** Returns the option that each key moves to. The last option is followed by the first. */
function getNextOptions(active: number, count: number): Partial<Record<string, number>> {
  return { ArrowDown: (active + 1) % count, ArrowUp: (active - 1 + count) % count, Home: 0, End: count - 1 }
}

/** Opens a result, in a new tab if requested, or repeats a recent search. */
function follow(option: HTMLElement | null, inNewTab: boolean): void {
  if (inNewTab && option instanceof HTMLAnchorElement) window.open(option.href, '_blank', 'noopener')
  else option?.click()
}

/** Gives an input the role and attributes of a combobox; `activeId` is the id of the selected option. */
function useCombobox(input: HTMLInputElement, listId: string, activeId: string | undefined): void {
  useLayoutEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      autocorrect: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      dir: 'auto',
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  }, [input, listId])

  useLayoutEffect(() => {
    input.setAttribute('aria-expanded', String(activeId !== undefined))
    if (activeId === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', activeId)
  }, [input, activeId])
}
