import { loadReact, preloadReact } from './load-react'

/** Controls whose script is loaded when a visitor shows the intent to use one. */
const CONTROLS = '[data-island] button, .search-button, .picture > button'
/** How long a pointer or the focus rests on a control before that is an intent, in milliseconds. */
const REST_MS = 100

/**
 * Prepares a control before it is used: React is requested when a pointer comes to it, and runs once a pointer is down, or a pointer or the
 * focus rests. Scrolling under a pointer is no intent, and neither is a finger on a picture, which most often scrolls.
 */
export function watchIntent(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const rest = ({ target }: Event) => {
    cancel()
    const control = findControl(target)
    if (control) timer = setTimeout(prepare, REST_MS, control)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    rest(event)
    if (findControl(event.target)) preloadReact()
  }
  const press = ({ target, pointerType }: PointerEvent) => {
    const control = findControl(target)
    if (control && !(pointerType === 'touch' && control.matches('.picture > button'))) prepare(control)
  }
  const options = { passive: true }
  document.addEventListener('pointermove', move, options)
  document.addEventListener('pointerdown', press, options)
  document.addEventListener('focusin', rest, options)
  window.addEventListener('scroll', cancel, options)
}

const findControl = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(CONTROLS) : null

function prepare(control: Element): void {
  loadReact().catch(() => undefined)
  control.dispatchEvent(new Event('intent', { bubbles: true }))
}
