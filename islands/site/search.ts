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

/**
 * Makes the search page search while its visitor types, from when the input has the focus or a query that the server does not know. On an
 * exported site, only the browser can show results.
 */
export function mountSearchPage(): void {
  const results = document.querySelector<HTMLElement>('[data-search-results]')
  const input = document.querySelector<HTMLInputElement>('.search-page input')
  if (!results || !input) return
  const show = () => void loadReact().then(({ showSearchPage }) => showSearchPage(results), console.warn)
  const isUnknown = input.value !== input.defaultValue || results.querySelector('noscript')
  if (isUnknown || document.activeElement === input) show()
  input.addEventListener('focus', show)
}
