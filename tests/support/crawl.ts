/** The response to an address; the text is empty for pictures and other files. */
interface Crawled {
  status: number
  text: string
}

/** Content types that are searched for addresses. Scripts are not, because code contains paths that are not addresses. */
const TEXT = /^(?:text\/(?!javascript)|application\/(?:[\w.-]+\+)?(?:json|xml))/
/** Attributes that contain one address, and those that contain several with widths. */
const ATTRIBUTES = /\b(?:href|src|action|poster|data-src|content)="([^"]*)"/gi
const SETS = /\b(?:srcset|imagesrcset)="([^"]*)"/gi
const STYLES = /url\(\s*["']?([^"')]+)/g
/** Addresses in JSON, such as the manifest's and those that a page passes to its script. */
const VALUES = /"(?:href|path|src|data|pages|start_url)\\?":\\?"(\/[^"\\]*)/g
const ABSOLUTE = /\bhttps?:\/\/localhost(?:(?!&(?:quot|lt|gt);)[^\s"'<>()\\\]}])*/g
/** Hints to open a connection, and the folder from which a script loads others by name. */
const NO_ADDRESS = /<link rel="preconnect"[^>]*>|e\.src="[^"]*"/g

/** Returns the absolute addresses that a text contains, without fragments. */
export function findAddresses(document: string, base: string): string[] {
  const text = document.replace(NO_ADDRESS, '')
  const single = [ATTRIBUTES, STYLES, VALUES].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, found = '']) => found),
  )
  const several = [...text.matchAll(SETS)].flatMap(([, set = '']) =>
    set.split(/,\s+/).map((each) => each.split(' ', 1)[0] ?? ''),
  )
  const absolute = [...text.matchAll(ABSOLUTE)].map(([found]) => found.replace(/[.,;:]+$/, ''))
  const rooted = [...single, ...several].filter((address) => /^(?:\/(?!\/)|https?:)/.test(address))
  const all = [...rooted, ...absolute]
    .map((address) => decode(address))
    .filter((address) => URL.canParse(address, base))
  return [...new Set(all.map((address) => new URL(address, base).href.replace(/#.*$/, '')))]
}

/** Requests all addresses of a site that can be reached from its start page, without a browser. */
export async function crawlSite(start: string): Promise<Map<string, Crawled>> {
  const { origin } = new URL(start)
  const found = new Map<string, Crawled>()
  const waiting = [start, ...['robots.txt', 'sitemap.xml', 'llms.txt', 'favicon.ico'].map((name) => start + name)]
  const known = new Set(waiting)
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const response = await fetch(address)
    const isText = TEXT.test(response.headers.get('content-type') ?? '')
    const body = await response.text()
    const text = isText ? body : ''
    found.set(address, { status: response.status, text })
    for (const next of findAddresses(text, address)) {
      if (!next.startsWith(`${origin}/`) || known.has(next) || next.includes('{')) continue
      known.add(next)
      waiting.push(next)
    }
  }
  return found
}

const decode = (address: string) => address.replaceAll('&amp;', '&')
