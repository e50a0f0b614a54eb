import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SearchPanel } from './search-panel'
import { showShortcuts } from './shortcut-sheet'

/** Dialogs that are complete, or will be. */
const shown = new WeakSet<Element>()

/** Completes a search dialog that has only its input: sends what is typed there, and shows the results. */
export function showSearch(dialog: HTMLDialogElement): void {
  const form = dialog.querySelector('form')
  const input = form?.querySelector('input')
  if (!form || !input || !dialog.isConnected || shown.has(dialog)) return
  shown.add(dialog)
  const root = createRoot(document.createElement('div'))
  root.render(createPortal(<SearchPanel input={input} onShowShortcuts={showShortcuts} />, form))
  dialog.addEventListener('close', () => {
    // It may be open again by the time of this event. React refuses to remove a root while it renders.
    if (!dialog.open) setTimeout(() => root.unmount())
  })
}
