import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ErrorPageSettings, ErrorStatus, FillingSettings } from '../formats/error-page'

declare module '../runtime' {
  interface Runtime {
    /** Returns the settings of error pages that do not belong to a path. Set by the middleware. */
    getErrorPageSettings?: () => ErrorPageSettings
  }
}

interface ErrorPageRenderer {
  renderErrorPage(status: ErrorStatus, settings: ErrorPageSettings): string
  renderFillingPage(settings: FillingSettings): string
}

/** Loads `components/errors`. Next.js allows no `react-dom/server` in its modules, so they use the compiled file. */
export function loadErrorPages(): Promise<ErrorPageRenderer> {
  const { href } = pathToFileURL(path.resolve(/*turbopackIgnore: true*/ 'dist/error-pages.mjs'))
  return import(/* turbopackIgnore: true */ /* @vite-ignore */ href)
}
