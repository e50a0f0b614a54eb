'use client'

import '@/styles/shortcuts.css'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { searchMessagesFor } from '@/lib/messages/parts/search'
import { isMac } from './shortcut'

/** Which keys do what, for those who asked; loaded when they ask. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { shortcuts } = searchMessagesFor(document.documentElement.lang)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  const control = isMac() ? '⌘' : 'Ctrl'
  const rows: [keys: string[], does: string][] = [
    [[control, 'K'], shortcuts.search],
    [['Tab'], shortcuts.next],
    [['?'], shortcuts.sheet],
    [['Esc'], shortcuts.close],
  ]
  return createPortal(
    <dialog ref={dialog} className="shortcuts" aria-labelledby="shortcuts" closedby="any" onClose={onClose}>
      <h2 id="shortcuts">{shortcuts.title}</h2>
      <dl>
        {rows.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>,
    document.body,
  )
}
