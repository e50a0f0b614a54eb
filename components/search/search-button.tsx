'use client'

import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { addBasePath } from '@/lib/base-path'
import { getSearchAddress } from '@/lib/search-address'
import { useHasScript } from '../ui/use-has-script'
import { isSearchShortcut, isSheetKeyOn } from './shortcut'

type Panel = ComponentType<{ input: HTMLInputElement; onShowShortcuts: () => void }>
type Sheet = ComponentType<{ onClose: () => void }>

/**
 * Opens the search dialog. Its input is rendered at once, so that no typed character is lost; the rest is loaded on first use.
 * Without script, or if loading fails, the search is a page. `language` limits that page, on a site with several.
 */
export function SearchButton({ label, language }: { label: string; language?: string | undefined }) {
  const page = getSearchAddress({ language })
  const hasScript = useHasScript()
  const [isOpen, setOpen] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [Panel, setPanel] = useState<Panel>()
  const [Sheet, setSheet] = useState<Sheet>()
  const open = () => {
    setOpen(true)
    // Reopen a dialog that is closing: its close event is fired only after this.
    const dialog = input?.closest('dialog')
    if (dialog?.open === false) dialog.showModal()
    import('./search-panel').then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      () => location.assign(page),
    )
  }
  const showShortcuts = () => {
    import('./shortcut-sheet').then((module) => setSheet(() => module.ShortcutSheet), console.warn)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isWriting(event.target)) return
    // The key `?`, wherever it is on the keyboard.
    if (event.key === '?' && isSheetKeyOn()) showShortcuts()
    if (!isSearchShortcut(event)) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      {hasScript ? (
        <button type="button" className="search-button" aria-label={label} aria-haspopup="dialog" onClick={open} />
      ) : (
        // biome-ignore lint/a11y/useAnchorContent: its label names it, and the style sheet draws its icon
        <a className="search-button" href={page} aria-label={label} />
      )}
      {isOpen &&
        createPortal(
          <dialog
            ref={show}
            className="search"
            closedby="any"
            aria-label={label}
            onClose={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            {/* Until the panel is loaded, the Enter key opens the search page. */}
            <form className="search-panel" action={addBasePath('/search')}>
              <input
                ref={setInput}
                name="q"
                aria-label={label}
                placeholder={label}
                maxLength={200}
                autoComplete="off"
              />
              {language !== undefined && <input type="hidden" name="lang" value={language} />}
              {Panel && input && <Panel input={input} onShowShortcuts={showShortcuts} />}
            </form>
          </dialog>,
          document.body,
        )}
      {Sheet && <Sheet onClose={() => setSheet(undefined)} />}
    </>
  )
}

/** A modal dialog returns the focus by itself when it is closed. */
const show = (dialog: HTMLDialogElement | null) => dialog?.showModal()

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
