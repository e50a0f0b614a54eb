import type { IslandOptions } from './island'

/** How long the button shows the outcome, in milliseconds. */
const OUTCOME_MS = 1200

/** Copies the code of a block when its button is clicked, and briefly shows whether that succeeded. */
export function mountCode(content: HTMLElement, { messages, signal }: IslandOptions): void {
  const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()
  const copy = async ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('.block-code-bar > button') : null
    const label = button?.firstElementChild
    if (!button || !label) return
    const show = (outcome: 'copied' | 'copyFailed') => {
      clearTimeout(timers.get(label))
      label.textContent = messages.body[outcome]
      const reset = () => {
        label.textContent = messages.body.copy
      }
      timers.set(label, setTimeout(reset, OUTCOME_MS))
    }
    try {
      await navigator.clipboard.writeText(getCode(button.closest('.block-code')?.querySelector('code')))
      show('copied')
    } catch {
      show('copyFailed')
    }
  }
  content.addEventListener('click', (event) => void copy(event), { signal })
}

/** Returns the code without the lines that are marked as removed. */
function getCode(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true) as Element | undefined
  for (const removed of copy?.querySelectorAll('del') ?? []) removed.remove()
  return copy?.textContent ?? ''
}
