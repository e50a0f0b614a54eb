import { AsyncLocalStorage } from 'node:async_hooks'
import { getRuntime } from '../runtime'

/** Facts about a rendered page that its document does not contain. */
export interface RenderedPage {
  /** The page and its version, as `<page id>:<version>`. A page without a version is not stored. */
  version?: string
  /** The status of an error page. */
  status?: number
  /** The language of its document; undefined on a site with one language. */
  language?: { tag: string; direction: 'ltr' | 'rtl' }
  /** The origins of the sign-in service whose screen it shows. */
  signIn?: readonly string[]
  /** The origins of analytics. */
  analytics?: readonly string[]
  /** The origins to which its forms may post. */
  forms?: readonly string[]
  /** The sources that it may embed. */
  frames?: readonly string[]
  /** The inline scripts of the site folder, and the origins that its scripts need, by what is loaded from them. */
  inlineScripts?: readonly string[]
  origins?: Readonly<Record<string, readonly string[] | undefined>>
}

/** The rendered page of one request; empty if the request renders none, or waits for the render of another request. */
export interface PageRender {
  page?: RenderedPage
  /** Markup by the text that stands for it until the cache completes the document. */
  markup?: Map<string, string>
  /** The language of a document that is not cached. The middleware knows it before the render. */
  language?: RenderedPage['language']
  /** What {@link computeOnce} computed, with the state that it was computed from. */
  computed?: Map<string, { state: unknown; value: unknown }>
}

declare module '../runtime' {
  interface Runtime {
    /** The rendered page of the current request. Set by the server. */
    render?: AsyncLocalStorage<PageRender>
  }
}

/** Handles a request so that the cache gets what its render reports. */
export function trackRender<Result>(handle: () => Result): Result {
  const runtime = getRuntime()
  runtime.render ??= new AsyncLocalStorage()
  return runtime.render.run({}, handle)
}

/**
 * Returns what `compute` returns, computed once for the current request and `state`. Computes it each time outside of a request. The key
 * must contain everything that decides about access.
 */
export function computeOnce<Value>(key: string, state: unknown, compute: () => Value): Value {
  const render = getRuntime().render?.getStore()
  if (render === undefined) return compute()
  render.computed ??= new Map()
  const known = render.computed.get(key)
  if (known !== undefined && known.state === state) return known.value as Value
  const value = compute()
  render.computed.set(key, { state, value })
  return value
}

/** Reports the page that the current request renders. Called where the data of the page is read, so that both are of one version. */
export function reportPage(page: RenderedPage): void {
  const render = getRuntime().render?.getStore()
  if (render !== undefined) render.page = page
}

/** No text of a workspace can contain it, because it differs in each process and is in no response. */
const SECRET = crypto.randomUUID()

/**
 * Returns a text that stands for markup. React and Next.js render this text, and `completeDocument` puts the markup into their output: the
 * document contains it once, and nothing has to parse or copy it. Returns the markup itself if no page was reported, because then nothing
 * completes the document.
 */
export function holdMarkup(name: string, html: string): string {
  const render = getRuntime().render?.getStore()
  if (render?.page === undefined) return html
  const text = `<!--${SECRET}:${name}-->`
  render.markup ??= new Map()
  render.markup.set(text, html)
  return text
}

/** Returns what the current request held by {@link holdMarkup}, by the texts that stand for it. */
export function getHeldMarkup(): ReadonlyMap<string, string> {
  return getRuntime().render?.getStore()?.markup ?? new Map()
}

/** Sets the language of the document that the current request will render. */
export function setDocumentLanguage(language: RenderedPage['language']): void {
  const render = getRuntime().render?.getStore()
  if (render !== undefined) render.language = language
}

/** Returns the language that {@link setDocumentLanguage} set. The cache handler sets that of a cached document. */
export function getDocumentLanguage(): RenderedPage['language'] {
  return getRuntime().render?.getStore()?.language
}

/** Returns what the render of the current request reported. */
export function getRenderedPage(): RenderedPage | undefined {
  return getRuntime().render?.getStore()?.page
}
