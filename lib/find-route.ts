import { PAGES, ROUTES, type Route } from './routes'

const BY_SEGMENT = new Map(ROUTES.map((route) => [route.segment, route]))
const MOST_SEGMENTS = Math.max(...ROUTES.map(({ segment }) => segment.split('/').length))

/** Returns the route of a path. */
export function findRoute(pathname: string): Route {
  const segments = segmentsOf(pathname, MOST_SEGMENTS)
  for (let count = segments.length; count > 0; count--) {
    const route = BY_SEGMENT.get(segments.slice(0, count).join('/'))
    if (route !== undefined) return route
  }
  return PAGES
}

/** Returns the route whose handler responds to a path; undefined if a page may have the path, or nothing. */
export function findHandler(pathname: string): Route | undefined {
  const route = findRoute(pathname)
  const isHandler = route.kind !== 'page' && route.kind !== 'copy' && route.methods.length > 0
  return isHandler && (route.below ?? /^$/).test(restOf(pathname, route)) ? route : undefined
}

/** Returns what precedes a page's path in the path of a copy, such as `/plain`; an empty string for all other paths. */
export function findCopyPrefix(pathname: string): string {
  const route = findRoute(pathname)
  const below = route.kind === 'copy' ? (route.below ?? /^/).exec(restOf(pathname, route))?.[0] : undefined
  return below === undefined ? '' : `/${route.segment}${below}`
}

/** Whether a path ends in a file extension. */
export const hasExtension = (pathname: string): boolean => /\.[a-z0-9]+$/i.test(pathname)

/**
 * Whether a path can only be read because the middleware leaves it out: Next.js takes a form sent there for a server action, or
 * responds with 500. The API has handlers for other methods, also at names with a file extension.
 */
export function isUnguarded(pathname: string): boolean {
  const [first = ''] = segmentsOf(pathname.toLowerCase(), 1)
  const route = BY_SEGMENT.get(first)
  return route?.middleware === 'never' || (hasExtension(pathname) && route?.kind !== 'api')
}

const segmentsOf = (pathname: string, most: number) => pathname.split('/', most + 1).slice(1)
const restOf = (pathname: string, { segment }: Route) => pathname.slice(segment.length + 1)
