import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { SearchMessages } from '@/lib/messages/search/en'

/** As much as the index takes. */
const LONGEST = 200

interface SearchFieldProps {
  query: string
  isLoading: boolean
  /** The list that the field commands, and its option that is chosen. */
  listId: string
  activeId: string | undefined
  words: SearchMessages
  onType: (query: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onClose: () => void
}

/** Where the question is typed; a screen reader hears it as the box of a list. */
export function SearchField(props: SearchFieldProps) {
  const { query, isLoading, listId, activeId, words, onType, onKeyDown, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    // Asked for again while it is open, the dialog offers the question to be typed over.
    const onShortcut = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      input.current?.select()
    }
    window.addEventListener('keydown', onShortcut, true)
    return () => window.removeEventListener('keydown', onShortcut, true)
  }, [])
  return (
    <div className="search-field">
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
        {isLoading ? (
          <path className="search-loading" d="M10 3a7 7 0 1 0 7 7" />
        ) : (
          <path d="M13.2 13.2 17 17M8.75 14.5a5.75 5.75 0 1 1 0-11.5 5.75 5.75 0 0 1 0 11.5z" />
        )}
      </svg>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={words.title}
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        maxLength={LONGEST}
        placeholder={words.title}
        value={query}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {query !== '' && (
        <button
          type="button"
          onClick={() => {
            onType('')
            input.current?.focus()
          }}
        >
          {words.clear}
        </button>
      )}
      <button type="button" className="search-close" aria-label={words.close} onClick={onClose}>
        <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M5 5l10 10M15 5L5 15" />
        </svg>
      </button>
    </div>
  )
}
