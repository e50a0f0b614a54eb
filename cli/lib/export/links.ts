const TAG = /<(\w+)(\s[^>]*)>/g
const ATTRIBUTES = /\s(?:href|src|poster|action|(?:image)?srcset)="([^"]*)"/gi
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
}

/**
 * Returns the addresses of the site that a document links to or loads: site-absolute, without query, fragment and base path, each once.
 * Of absolute URLs only those in `link` elements count, because the others are content, such as examples.
 */
export function listLinks(html: string, siteUrl: string): Set<string> {
  const { origin, pathname } = new URL(siteUrl)
  const basePath = pathname.replace(/\/$/, '')
  const found = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
    for (const [, value = ''] of attributes.matchAll(ATTRIBUTES)) {
      const text = value.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
      for (const part of text.split(', ')) {
        const [written = ''] = part.trim().split(' ', 1)
        const isOwn = tag === 'link' && written.startsWith(`${origin}/`)
        const [path = ''] = (isOwn ? written.slice(origin.length) : written).split(/[?#]/, 1)
        if (!path.startsWith('/') || path.startsWith('//')) continue
        if (path === basePath || path.startsWith(`${basePath}/`)) found.add(path.slice(basePath.length) || '/')
      }
    }
  }
  return found
}

/**
 * Returns the addresses below which the rows of a document's databases are: as data, and as pages.
 */
export function listRows(html: string, basePath = ''): Set<string> {
  const found = new Set<string>()
  for (const [, address = ''] of html.matchAll(/["'\\](\/[^"'\\\s<>]*)/g)) {
    if (!address.startsWith(`${basePath}/`)) continue
    const path = address.slice(basePath.length)
    if (
      /^\/api\/rows\/[0-9a-f]{8}(?:\/[^?#]*)?\.json$/.test(path) ||
      /^\/rows\/[0-9a-f]{8}\/[1-9]\d{0,4}(?:\/[^?#]*)?$/.test(path)
    )
      found.add(path)
  }
  return found
}
