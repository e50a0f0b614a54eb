import { ELEMENT_IDS } from '@/lib/element-ids'
import '@/styles/shortcuts.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { getSearchMessages } from '@/messages/languages'
import { CloseButton } from './close-button'
import { areSingleKeysOn, isMac, switchSingleKeys } from './shortcut'

let isShown = false

/** Shows the sheet of keyboard shortcuts. */
export function showShortcuts(): void {
  if (isShown) return
  isShown = true
  const root = createRoot(document.createElement('div'))
  const close = () => {
    isShown = false
    root.unmount()
  }
  root.render(<ShortcutSheet onClose={close} />)
}

/** The sheet of keyboard shortcuts. */
function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const messages = getSearchMessages(document.documentElement.lang)
  const { shortcuts } = messages
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return createPortal(
    <dialog ref={dialog} className="shortcuts" aria-labelledby={ELEMENT_IDS.shortcuts} closedby="any" onClose={onClose}>
      <h2 id={ELEMENT_IDS.shortcuts}>{shortcuts.title}</h2>
      <CloseButton className="shortcuts-close" label={messages.close} onClose={() => dialog.current?.close()} />
      <dl>
        <Shortcut keys={[isMac() ? '⌘' : 'Ctrl', 'K']}>{shortcuts.search}</Shortcut>
        <Shortcut keys={['/']}>{shortcuts.search}</Shortcut>
        <Shortcut keys={['Tab']}>{shortcuts.next}</Shortcut>
        <Shortcut keys={['←', '→']}>{shortcuts.pictures}</Shortcut>
        <Shortcut keys={['?']}>
          {shortcuts.sheet}
          <label>
            <input
              type="checkbox"
              defaultChecked={areSingleKeysOn()}
              onChange={(event) => switchSingleKeys(event.target.checked)}
            />
            {shortcuts.use}
          </label>
        </Shortcut>
        <Shortcut keys={['Esc']}>{shortcuts.close}</Shortcut>
      </dl>
    </dialog>,
    document.body,
  )
}

function Shortcut({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
