import { importCompiled } from '../compiled-module'
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

/** Loads `components/errors`. */
export const loadErrorPages = () => importCompiled<ErrorPageRenderer>('error-pages')
