import {
  type BelowRedirect,
  escapePattern,
  listSpellings,
  type Redirect,
  type Redirects,
  removeLastSlash,
} from './host-redirects'

/** A redirect as `vercel.json` contains it. */
interface VercelRedirect {
  source: string
  destination: string
  statusCode: number
  has?: { type: 'query'; key: string; value: string }[]
}

/** The maximum number of characters of a source or a destination. */
const MAX_LENGTH = 4096

/**
 * Returns the redirects of `vercel.json`, and those that they contain. Sources are patterns. A request is redirected before Vercel looks
 * for a file, so the redirects from all paths with a slash or `.html` at their end are the last: an old address is one redirect away.
 */
export function createVercelRedirects(
  { redirects, below }: Redirects,
  most: number,
): { redirects: VercelRedirect[]; included: Set<Redirect | BelowRedirect> } {
  const included = new Set<Redirect | BelowRedirect>()
  const rules: VercelRedirect[] = []
  const add = (of: Redirect | BelowRedirect, own: VercelRedirect[]) => {
    // Vercel decodes a query before it reads it as a pattern.
    if (/[?#].*(?:%3a|%28|%7b|[:({])/i.test(of.to)) return
    const fits = own.every(({ source, destination }) => Math.max(source.length, destination.length) <= MAX_LENGTH)
    if (!fits || rules.length + own.length + LAST.length > most) return
    rules.push(...own)
    included.add(of)
  }
  for (const each of redirects.toSorted((a, b) => (b.query?.length ?? 0) - (a.query?.length ?? 0))) {
    const { from, query } = each
    const has = query?.map(([key, value]) => ({ type: 'query' as const, key, value: escapePattern(value) }))
    const sources = from === '/' ? ['/'] : listSpellings(from).map((path) => `${escapeSource(path)}{/}?`)
    add(
      each,
      sources.map((source) => ({ source, ...getTarget(each), ...(has && { has }) })),
    )
  }
  for (const each of below) {
    const { destination, statusCode } = getTarget(each)
    const own = listSpellings(each.from).map((path) => ({
      source: `${escapeSource(path)}/:rest(.*?){/}?`,
      destination: each.continues ? `${removeLastSlash(destination)}/:rest` : destination,
      statusCode,
    }))
    add(each, own)
  }
  return { redirects: [...rules, ...LAST], included }
}

/** Addresses of pages have neither a slash nor an extension at their end. */
const LAST: readonly VercelRedirect[] = [
  { source: '/index.html', destination: '/', statusCode: 308 },
  { source: String.raw`/:path(.+)\.html{/}?`, destination: '/:path', statusCode: 308 },
  { source: '/:path(.+)/', destination: '/:path', statusCode: 308 },
]

function getTarget({ to, status }: Redirect | BelowRedirect): { destination: string; statusCode: number } {
  if (status === 410) return { destination: '/404', statusCode: 410 }
  return { destination: escapeDestination(to), statusCode: status ?? 308 }
}

/** Puts a backslash before the signs that a source of Vercel reads as a pattern. */
const escapeSource = (path: string) => path.replace(/[\\(){}[\]:*+?.!|^$]/g, '\\$&')

/** Percent-encodes the signs that a destination of Vercel reads as a pattern. In a query, a plus is a space. */
function escapeDestination(to: string): string {
  const [, origin = '', path = '', rest = ''] = /^(https:\/\/[^/?#]*)?([^?#]*)(.*)$/s.exec(to) ?? []
  return (
    origin + path.replace(DESTINATION_SIGNS, toEscape) + rest.replace(/\+/g, '%20').replace(DESTINATION_SIGNS, toEscape)
  )
}

const DESTINATION_SIGNS = /[(){}[\]:*+!|^$\\]/g
const toEscape = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
