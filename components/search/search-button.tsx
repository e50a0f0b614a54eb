'use client'

import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'

type Dialog = ComponentType<{ onClose: () => void }>

const neverChanges = () => () => {}

/** Opens the search dialog, whose script is loaded with its first use. Without script, or without a line to fetch it, a link to the page of results. */
export function SearchButton({ label }: { label: string }) {
  const hasScript = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [isOpen, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog>()
  const [Sheet, setSheet] = useState<Dialog>()
  const open = () => {
    setOpen(true)
    load().then(
      (loaded) => setDialog(() => loaded),
      () => location.assign('/search'),
    )
  }
  useEffect(() => {
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
        <button
          type="button"
          className="search-button"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={open}
          onPointerEnter={() => void load().catch(() => {})}
        />
      ) : (
        // biome-ignore lint/a11y/useAnchorContent: its label says what it is, and its picture is the sheet's
        <a className="search-button" href="/search" aria-label={label} />
      )}
      {isOpen && Dialog && <Dialog onClose={() => setOpen(false)} />}
      {Sheet && <Sheet onClose={() => setSheet(undefined)} />}
    </>
  )
}

const load = async (): Promise<Dialog> => (await import('./search-dialog')).SearchDialog

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
