import type { IslandOptions } from './island'
import { loadReact } from './load-react'
import { NEAR, NEAR_MARGIN } from './near'

/** Placeholder for an image that was not requested or failed: an empty image without a size. */
const PLACEHOLDER = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** Milliseconds that an image must stay near the viewport before it is requested. */
const BUFFER_MS = 50

/**
 * `not-asked`: not requested yet. `buffering`: near the viewport, and requested if it stays there. `loading` is also the state in the HTML,
 * because without script the browser decides when to load the image.
 */
type ImageState = 'not-asked' | 'buffering' | 'loading' | 'success' | 'error'

/** Loads the images of the content once they are near the viewport, and enlarges an image on a click. */
export function mountPictures(content: HTMLElement, { signal }: IslandOptions): void {
  for (const image of content.querySelectorAll<HTMLImageElement>('.block-image img[data-state]')) {
    loadWhenNear(image, signal)
  }
  content.addEventListener('click', ({ target }) => void enlarge(target, signal), { signal })
}

/** If the script fails to load, the next click tries again. */
async function enlarge(target: EventTarget | null, signal: AbortSignal): Promise<void> {
  const picture = findButton(target)?.parentElement
  if (!picture) return
  picture.toggleAttribute('data-waiting', true)
  try {
    const { zoom } = await loadReact()
    // A second click, or a navigation, may have come first.
    if (picture.isConnected && !signal.aborted) zoom(picture, signal)
  } catch {
    // The picture stays as it is.
  } finally {
    picture.removeAttribute('data-waiting')
  }
}

function findButton(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('.picture > button') : null
}

/**
 * Loads an image once it has been near the viewport for a moment. An image that has loaded or failed already keeps that state, and one in
 * the viewport continues to load.
 */
function loadWhenNear(image: HTMLImageElement, signal: AbortSignal): void {
  const { src, srcset } = image
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer)
    const isIn = entries.at(-1)?.isIntersecting === true
    change(image, isIn ? 'buffering' : 'not-asked')
    if (isIn) timer = setTimeout(request, BUFFER_MS)
  }, NEAR)
  const waited = new AbortController()
  function request() {
    waited.abort()
    if (srcset !== '') image.sizes = `${image.clientWidth}px`
    change(image, 'loading')
    // `srcset` must come first: a browser starts loading `src` as soon as it is set.
    if (srcset !== '') image.srcset = srcset
    image.src = src
  }
  const wait = () => {
    change(image, 'not-asked')
    image.removeAttribute('srcset')
    // An enlarged picture beside it needs the address.
    image.dataset.src ??= src
    image.src = PLACEHOLDER
    observer.observe(image)
    window.addEventListener('beforeprint', request, { signal: waited.signal })
  }
  waited.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
  })
  signal.addEventListener('abort', () => waited.abort())
  const settle = (state: ImageState) => () => {
    // The placeholder fires events, too.
    if (image.dataset.state === 'loading' && image.currentSrc !== PLACEHOLDER) change(image, state)
  }
  image.addEventListener('load', settle('success'), { signal })
  image.addEventListener('error', settle('error'), { signal })
  if (image.complete && image.naturalWidth > 0) change(image, 'success')
  else if (!isNear(image)) wait()
  else if (image.complete && image.currentSrc !== '') change(image, 'error')
}

function change(image: HTMLImageElement, state: ImageState): void {
  image.dataset.state = state
  // The preview stays until the image covers it.
  if (state === 'error') {
    // Browsers show an icon for a broken image.
    image.removeAttribute('srcset')
    image.src = PLACEHOLDER
  }
  if (state === 'success' && image.style.backgroundImage !== '') image.style.backgroundImage = 'none'
  const button = image.nextElementSibling
  if (state === 'error') button?.remove()
  else if (button instanceof HTMLElement) button.hidden = state !== 'loading' && state !== 'success'
}

function isNear(image: HTMLImageElement): boolean {
  const { top, bottom, width } = image.getBoundingClientRect()
  return width > 0 && top < window.innerHeight + NEAR_MARGIN && bottom > -NEAR_MARGIN
}
