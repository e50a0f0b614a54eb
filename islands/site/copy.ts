/** How long a button shows the outcome, in milliseconds. */
const OUTCOME_MS = 1200

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()

/**
 * Copies what a button with `data-copy` names when it is clicked, and briefly shows whether that succeeded: the code of its block, the
 * public address of the page, or the text at an address.
 */
export function copyOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-copy]') : null
    if (button) void copy(button)
  })
}

async function copy(button: HTMLElement): Promise<void> {
  const label = button.firstElementChild
  const { copied, copyFailed } = button.closest<HTMLElement>('[data-copied]')?.dataset ?? {}
  if (label === null) return
  const before = button.dataset.label ?? label.textContent
  button.dataset.label = before
  const show = (outcome = '') => {
    clearTimeout(timers.get(button))
    label.textContent = outcome
    const reset = () => {
      label.textContent = before
    }
    timers.set(button, setTimeout(reset, OUTCOME_MS))
  }
  try {
    await write(button)
    show(copied)
  } catch {
    show(copyFailed)
  }
}

function write(button: HTMLElement): Promise<void> {
  const { copy = '' } = button.dataset
  if (copy === 'code')
    return navigator.clipboard.writeText(getCode(button.closest('.block-code')?.querySelector('code')))
  return copy === 'page' ? navigator.clipboard.writeText(getPageUrl()) : copyText(copy)
}

/** Returns the code without the lines that are marked as removed. */
function getCode(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true) as Element | undefined
  for (const removed of copy?.querySelectorAll('del') ?? []) removed.remove()
  return copy?.textContent ?? ''
}

/** Returns the public URL of the page, also for a public page that a member reads below `/members`. */
export function getPageUrl(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical?.href ?? location.origin + location.pathname
}

/** Safari allows clipboard access only while it handles the click, so the item is created from a promise. */
async function copyText(address: string): Promise<void> {
  const text = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`The copy of the page could not be loaded: ${response.status}`)
    return new Blob([await response.text()], { type: 'text/plain' })
  })
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
}
