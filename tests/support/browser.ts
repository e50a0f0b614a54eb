/**
 * Sets up happy-dom like a browser, with a doctype, but without a network. Vitest runs this before each test file, to remove what earlier
 * files left in the document that all files share.
 */
import { cleanup, configure } from '@testing-library/react'
import type { Window } from 'happy-dom'
import { vi } from 'vitest'

// Without a bundle, the islands that need React are modules like all others.
vi.mock('@/islands/load-react', () => ({ loadReact: () => import('@/islands/react'), preloadReact: () => {} }))

declare const happyDOM: Window['happyDOM']

removeListeners()
vi.useRealTimers()
vi.unstubAllGlobals()
cleanup()
// Long enough for a busy machine.
configure({ asyncUtilTimeout: 10_000 })
document.head.innerHTML = ''
document.body.innerHTML = ''
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
localStorage.clear()
sessionStorage.clear()
// An earlier test may have followed a link to another site.
happyDOM.setURL('http://localhost:3000/')
for (const cookie of document.cookie.split('; ')) {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API.
  document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
}

Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true })
Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true })
happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response('') }

/** Allows the tests of the calling file to fetch from servers that they start. */
export function allowNetwork(): void {
  happyDOM.settings.fetch.interceptor = null
}

/** Removes the listeners that earlier files left on the window and the document, and registers those of this file. */
function removeListeners(): void {
  const removed = new AbortController()
  const state = globalThis as { removeTestListeners?: () => void }
  state.removeTestListeners?.()
  const restore = [window, document].map((target) => {
    const add = target.addEventListener
    target.addEventListener = (type: string, listener: never, options?: boolean | AddEventListenerOptions) => {
      add.call(target, type, listener, options)
      removed.signal.addEventListener('abort', () => target.removeEventListener(type, listener, options))
    }
    return () => {
      target.addEventListener = add
    }
  })
  state.removeTestListeners = () => {
    removed.abort()
    for (const each of restore) each()
  }
}
