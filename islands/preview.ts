/** Milliseconds between two checks. */
const INTERVAL_MS = 5000

const bar = document.querySelector<HTMLElement>('[data-preview-version]')
const { previewVersion: version, previewAddress: address = '' } = bar?.dataset ?? {}
let isChecking = false

/** Reloads the preview if its page has changed or is published, or if the link is no longer valid. The browser keeps the place. */
async function check(): Promise<void> {
  if (isChecking || document.visibilityState === 'hidden') return
  isChecking = true
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(4 * INTERVAL_MS) })
    const { version: current } = response.ok ? ((await response.json()) as { version?: unknown }) : {}
    if (response.status === 404 || (response.ok && current !== version)) location.reload()
  } catch {
    // The next check may reach the site.
  } finally {
    isChecking = false
  }
}

if (bar !== null) {
  setInterval(() => void check(), INTERVAL_MS)
  document.addEventListener('visibilitychange', () => void check())
}
