import { AsyncLocalStorage } from 'node:async_hooks'
import { getRuntime } from '../runtime'

/** Facts about a rendered page that the cache cannot read from its document. */
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
}

/** The rendered page of one request; empty if the request renders none, or waits for the render of another request. */
export interface PageRender {
  page?: RenderedPage
  /** The language of a document that is not cached. The middleware knows it before the render. */
  language?: RenderedPage['language']
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

/** Reports the page that the current request renders. Called where the data of the page is read, so that both are of one version. */
export function reportPage(page: RenderedPage): void {
  const render = getRuntime().render?.getStore()
  if (render !== undefined) render.page = page
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
