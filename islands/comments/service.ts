import { isDark } from '../site/color-scheme'

/** Draws the comments of the current page. `data` are the settings of the service. Returns what changes their color scheme. */
export type DrawComments = (place: HTMLElement, data: DOMStringMap) => SetDark | Promise<SetDark>

export type SetDark = (isDark: boolean) => void

/** Returns the name that services give a color scheme, by default that of the page now. */
export const getTheme = (dark = isDark()): 'dark' | 'light' => (dark ? 'dark' : 'light')

/** The highest iframe in CSS pixels. */
const MAX_HEIGHT = 100_000

/** Gives an iframe the height that its document reports. */
export function setHeight(iframe: HTMLIFrameElement, height: unknown): void {
  if (typeof height === 'number') iframe.style.height = `${Math.min(Math.max(height, 0), MAX_HEIGHT)}px`
}

/** Returns an iframe whose title is the name of the section around it. */
export function createIframe(place: HTMLElement): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.title = place.closest('section')?.getAttribute('aria-label') ?? ''
  return iframe
}

/** Adds an iframe to the page, and waits until its document is loaded: before, it takes no messages. */
export function showIframe(iframe: HTMLIFrameElement, place: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    iframe.addEventListener('load', () => resolve(), { once: true })
    place.append(iframe)
  })
}

/** Adds a script to a document, and waits until it has run. Throws if it cannot be loaded. */
export function loadScript(src: string, root: Document = document, type = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(root.createElement('script'), { src, type })
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} could not be loaded`))
    root.head.append(script)
  })
}

/** Adds a style sheet to a document. */
export function addStyleSheet(href: string, root: Document = document): void {
  root.head.append(Object.assign(root.createElement('link'), { rel: 'stylesheet', href }))
}
