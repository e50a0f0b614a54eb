import { areSingleKeysOn, isWriting } from '@/components/search/shortcut'
import { loadReact } from '../load-react'

/** Completes the search dialog, which the script in the head opens, and shows the list of shortcuts by the key `?`. */
export function mountSearch(): void {
  window.addEventListener('searchopen', complete)
  // It may have been opened before this script was loaded.
  complete()
  window.addEventListener('keydown', (event) => {
    // The key `?`, wherever it is on the keyboard.
    if (event.key !== '?' || event.defaultPrevented || isWriting(event.target) || !areSingleKeysOn()) return
    loadReact().then(({ showShortcuts }) => showShortcuts(), console.warn)
  })
}

/** If it cannot be completed, the script in the head opens the search page. */
function complete(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search[open]')
  if (dialog) loadReact().then(({ showSearch }) => showSearch(dialog), console.warn)
}
