import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Requests that React puts in front of static markup. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

/**
 * Renders content for the page thread as static markup, without the requests for its pictures: the page has those that it needs, see
 * `firstPicture` in `PageView`.
 */
export const renderMarkup = (content: ReactNode): string => renderToStaticMarkup(content).replace(PRELOADS, '')
