import { isSearchKey, isSearchShortcut, isWriting } from '@/components/search/shortcut'
import { type HeldEvent, hold } from './hold'
import { keepPageState } from './page-state'

// Compiled into the head of every document: what visitors can use before the script of the page has loaded.

/** Controls that need script. A button that opens a popover or sends a form works without. */
const CONTROLS = 'button[type=button]:not([popovertarget], .search-button)'
/** Keys that move between tabs. */
const TAB_KEYS = /^(?:Arrow|Home|End)/
/** How long the search dialog may consist of its input alone, after it was opened or its input changed, in milliseconds. */
const DEADLINE_MS = 3000
let searchTimer: ReturnType<typeof setTimeout> | undefined

declare global {
  interface Window {
    /** Ends holding events, and returns those of controls whose script had not loaded, in order. */
    takeEarlyEvents?: () => HeldEvent[]
  }
}

keepPageState()

const held: HeldEvent[] = []

const holdClick = (event: MouseEvent) => {
  const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
  if (control) held.push(...hold(event, control))
}
const holdKey = (event: KeyboardEvent) => {
  const tab = event.target instanceof Element ? event.target.closest('[role=tab]') : null
  if (tab && TAB_KEYS.test(event.key)) held.push(...hold(event, tab))
}

addEventListener('click', holdClick, true)
addEventListener('keydown', holdKey, true)
window.takeEarlyEvents = () => {
  removeEventListener('click', holdClick, true)
  removeEventListener('keydown', holdKey, true)
  return held.splice(0)
}
// Without the script of the page, controls of other scripts work.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement && target.src.includes('/start-'))) return
    for (const { dimmed } of window.takeEarlyEvents?.() ?? []) dimmed.cancel()
    for (const island of document.querySelectorAll('[data-island]')) island.removeAttribute('style')
  },
  true,
)

addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('.search-button')) openSearch(event)
})
addEventListener('keydown', (event) => {
  if (event.defaultPrevented || isWriting(event.target)) return
  if (isSearchShortcut(event) || isSearchKey(event)) openSearch(event)
})

/**
 * Opens the search dialog with its input, so that no typed character is lost. The page's script adds the rest; until then the Enter key
 * opens the search page, which also replaces a dialog that stays incomplete.
 */
function openSearch(event: Event): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button')
  if (button === null) return
  event.preventDefault()
  const known = document.querySelector<HTMLDialogElement>('dialog.search')
  const dialog = known ?? createDialog(button)
  if (!dialog.open) dialog.showModal()
  dispatchEvent(new Event('searchopen'))
  startDeadline(dialog)
}

function startDeadline(dialog: HTMLDialogElement): void {
  clearTimeout(searchTimer)
  searchTimer = setTimeout(() => {
    // Without a connection, the browser would replace the page by an error.
    const isStuck = dialog.open && dialog.querySelector('.search-body') === null && navigator.onLine
    if (isStuck) dialog.querySelector('form')?.submit()
  }, DEADLINE_MS)
}

function createDialog(button: HTMLButtonElement): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  const form = document.createElement('form')
  const input = document.createElement('input')
  const { pathname, searchParams } = new URL(button.dataset.page ?? '', location.href)
  const label = button.getAttribute('aria-label') ?? ''
  dialog.className = 'search'
  dialog.setAttribute('closedby', 'any')
  form.className = 'search-panel'
  form.action = pathname
  Object.assign(input, { name: 'q', placeholder: label, maxLength: 200, autocomplete: 'off' })
  for (const element of [dialog, input]) element.setAttribute('aria-label', label)
  form.append(input)
  for (const [name, value] of searchParams) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  dialog.append(form)
  form.addEventListener('input', () => startDeadline(dialog))
  form.addEventListener('submit', () => clearTimeout(searchTimer))
  // It may be open again by the time of this event.
  dialog.addEventListener('close', () => dialog.open || dialog.remove())
  document.body.append(dialog)
  return dialog
}
