import { removeBasePath } from '../../../lib/base-path'
import { unescapeHtml } from '../../../lib/workspace/escape-html'

const TAG = /<(\w+)(\s[^>]*)>/g
const ATTRIBUTES = /\s(?:href|src|poster|action|(?:image)?srcset)="([^"]*)"/gi

/**
 * Returns the paths of the site that a document links to or loads: without query, fragment and base path, each once. Of absolute URLs only
 * those in `link` elements count, because the others are content, such as examples.
 */
export function listLinks(html: string, siteUrl: string): Set<string> {
  const { origin } = new URL(siteUrl)
  const found = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
    for (const [, value = ''] of attributes.matchAll(ATTRIBUTES)) {
      for (const part of unescapeHtml(value).split(', ')) {
        const [written = ''] = part.trim().split(' ', 1)
        const isOwn = tag === 'link' && written.startsWith(`${origin}/`)
        const address = isOwn ? written.slice(origin.length) : written
        if (!address.startsWith('/') || address.startsWith('//')) continue
        const path = removeBasePath(address)?.split(/[?#]/, 1)[0]
        if (path !== undefined) found.add(path)
      }
    }
  }
  return found
}

const ROWS = /^(?:\/api\/rows\/[0-9a-f]{8}(?:\/.*)?\.json|\/rows\/[0-9a-f]{8}\/[1-9]\d{0,4}(?:\/.*)?)$/

/** Returns the paths of the rows that a document's databases load or link to: as data, and as pages. */
export function listRows(html: string): Set<string> {
  const found = new Set<string>()
  for (const [, address = ''] of html.matchAll(/"(\/[^"\\\s<>?#]*)/g)) {
    const path = removeBasePath(address)
    if (path !== undefined && ROWS.test(path)) found.add(path)
  }
  return found
}
