/** Makes happy-dom the browser that the tests are about: with a doctype, and without a network. */
import type { Window } from 'happy-dom'

declare const happyDOM: Window['happyDOM']

Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true })
happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response('') }
