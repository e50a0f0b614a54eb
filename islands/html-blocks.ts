// The script of pages with HTML blocks: gives each iframe the height that its document reports, see `lib/http/html-block.ts`.

/** In CSS pixels. */
const MIN_HEIGHT = 40
const MAX_HEIGHT = 3000
/** So many changes of an iframe are followed: a document that is always higher than its iframe would grow with it. */
const MAX_CHANGES = 50

const changes = new WeakMap<HTMLIFrameElement, number>()

addEventListener('message', ({ source, origin, data }) => {
  // The documents have no origin.
  const height: unknown = origin === 'null' && typeof data === 'object' && data !== null ? data.height : undefined
  if (typeof height !== 'number' || !(height > 0)) return
  for (const iframe of document.querySelectorAll<HTMLIFrameElement>('.block-html iframe')) {
    const count = changes.get(iframe) ?? 0
    if (source !== iframe.contentWindow || count >= MAX_CHANGES) continue
    changes.set(iframe, count + 1)
    iframe.removeAttribute('style')
    iframe.style.height = `${Math.min(Math.max(height, MIN_HEIGHT), MAX_HEIGHT)}px`
  }
})
// A document may have reported its height before this script ran.
for (const iframe of document.querySelectorAll<HTMLIFrameElement>('.block-html iframe'))
  iframe.contentWindow?.postMessage('', '*')
