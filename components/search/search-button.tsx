'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

type Panel = ComponentType<{ input: HTMLInputElement }>
type Sheet = ComponentType<{ onClose: () => void }>

/**
 * Opens the search dialog. Its field is there at once, so that nothing typed is lost; all else comes with the first use. Without script,
 * or without a line to fetch it, the search is a page.
 */
export function SearchButton({ label }: { label: string }) {
  const [hasScript, setScript] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [Panel, setPanel] = useState<Panel>()
  const [Sheet, setSheet] = useState<Sheet>()
  const open = () => {
    setOpen(true)
    // One that is closing is opened again: the browser tells of its end only after this.
    const dialog = input?.closest('dialog')
    if (dialog?.open === false) dialog.showModal()
    import('./search-panel').then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      () => location.assign('/search'),
    )
  }
  useEffect(() => {
    setScript(true)
    const onKeyDown = (event: KeyboardEvent) => {
      if (opensSheet(event))
        import('./shortcut-sheet').then((module) => setSheet(() => module.ShortcutSheet), console.warn)
      if (!opensSearch(event)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
  return (
    <>
      {hasScript ? (
        <button type="button" className="search-button" aria-label={label} aria-haspopup="dialog" onClick={open} />
      ) : (
        // biome-ignore lint/a11y/useAnchorContent: its label says what it is, and its picture is the sheet's
        <a className="search-button" href="/search" aria-label={label} />
      )}
      {isOpen &&
        createPortal(
          <dialog
            ref={show}
            className="search"
            aria-label={label}
            onClose={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <div className="search-panel">
              <input ref={setInput} aria-label={label} placeholder={label} maxLength={200} />
              {Panel && input && <Panel input={input} />}
            </div>
          </dialog>,
          document.body,
        )}
      {Sheet && <Sheet onClose={() => setSheet(undefined)} />}
    </>
  )
}

/** Once closed, it gives the focus back by itself. */
const show = (dialog: HTMLDialogElement | null) => dialog?.showModal()

/** Cmd+K and cmd+P; elsewhere than on a Mac, where it cuts a line's end, ctrl+K. Not while somebody writes. */
function opensSearch({ key, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || shiftKey || metaKey === ctrlKey || isWriting(target)) return false
  const letter = key.toLowerCase()
  return letter === 'k' ? metaKey || !/Mac|iP/.test(navigator.platform) : letter === 'p' && metaKey
}

/** A question mark, wherever the keyboard has it; not while somebody writes. */
const opensSheet = ({ key, target, defaultPrevented }: KeyboardEvent) =>
  key === '?' && !defaultPrevented && !isWriting(target)

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
