import { PAGES, ROUTES, type Route } from './routes'

const BY_SEGMENT = new Map(ROUTES.map((route) => [route.segment, route]))
const MOST_SEGMENTS = Math.max(...ROUTES.map(({ segment }) => segment.split('/').length))

/** Returns the route of a path: the one with the longest matching segment, otherwise that of pages. */
export function findRoute(pathname: string): Route {
  const segments = getSegments(pathname, MOST_SEGMENTS)
  for (let count = segments.length; count > 0; count--) {
    const route = BY_SEGMENT.get(segments.slice(0, count).join('/'))
    if (route !== undefined) return route
  }
  return PAGES
}

/** Returns the route whose handler responds to a path; undefined if only a page may have the path. */
export function findHandler(pathname: string): Route | undefined {
  const route = findRoute(pathname)
  const isHandler = route.kind !== 'page' && route.kind !== 'copy' && route.methods.length > 0
  return isHandler && (route.below ?? /^$/).test(getRest(pathname, route)) ? route : undefined
}

/** Returns the prefix of a page copy's path, such as `/plain`; an empty string if the path is not that of a copy. */
export function findCopyPrefix(pathname: string): string {
  const route = findRoute(pathname)
  const below = route.kind === 'copy' ? (route.below ?? /^/).exec(getRest(pathname, route))?.[0] : undefined
  return below === undefined ? '' : `/${route.segment}${below}`
}

/** Whether a path ends in a file extension. */
export const hasExtension = (pathname: string): boolean => /\.[a-z0-9]+$/i.test(pathname)

/**
 * Whether the middleware skips a path that supports only GET and HEAD. The server must refuse other methods there, because Next.js would
 * treat a submitted form as a server action, or respond with 500. API routes have handlers for their methods, even with a file extension.
 */
export function isReadOnlyPath(pathname: string): boolean {
  const [first = ''] = getSegments(pathname.toLowerCase(), 1)
  const route = BY_SEGMENT.get(first)
  return route?.middleware === 'never' || (hasExtension(pathname) && route?.kind !== 'api')
}

const getSegments = (pathname: string, most: number) => pathname.split('/', most + 1).slice(1)
const getRest = (pathname: string, { segment }: Route) => pathname.slice(segment.length + 1)
