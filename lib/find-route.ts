import { HTML_BLOCKS, PAGES, ROUTES, type Route } from './routes'

/** Routes by their first segment, those with more segments first. */
const BY_FIRST_SEGMENT = new Map<string, Route[]>()
for (const route of ROUTES.toSorted((a, b) => countSegments(b) - countSegments(a))) {
  const [first = ''] = route.segment.split('/', 1)
  BY_FIRST_SEGMENT.set(first, [...(BY_FIRST_SEGMENT.get(first) ?? []), route])
}

/** Returns the route of a path: the one with the longest matching segment, otherwise that of pages. */
export function findRoute(pathname: string): Route {
  const routes = BY_FIRST_SEGMENT.get(getFirstSegment(pathname))
  return routes?.find(({ segment }) => isAtOrBelow(pathname, segment)) ?? PAGES
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

/** Paths below `/files` that may be those of files. */
const FILE = /^\/files\/[0-9a-f]{16,}\//
/** Kinds of routes below whose paths a former site may have had pages or files. */
const OLD_KINDS: ReadonlySet<Route['kind']> = new Set(['page', 'file', 'search'])

/** Whether a former site may have had a path, because no route of this site handles it but that of pages. */
export function mayBeOldAddress(pathname: string): boolean {
  const route = findRoute(pathname)
  if (route.segment === 'files') return !FILE.test(pathname)
  if (route.segment.includes('/') || !OLD_KINDS.has(route.kind)) return false
  return route.audience !== 'member' && route.segment !== HTML_BLOCKS && findHandler(pathname) === undefined
}

/** Whether a path ends in a file extension. */
export const hasExtension = (pathname: string): boolean => /\.[a-z0-9]+$/i.test(pathname)

/**
 * Whether the middleware skips a path that supports only GET and HEAD. The server must refuse other methods there, because Next.js would
 * treat a submitted form as a server action, or respond with 500. API routes have handlers for their methods, even with a file extension.
 */
export function isReadOnlyPath(pathname: string): boolean {
  const first = getFirstSegment(pathname.toLowerCase())
  const route = BY_FIRST_SEGMENT.get(first)?.find(({ segment }) => segment === first)
  return route?.middleware === 'never' || (hasExtension(pathname) && route?.kind !== 'api')
}

function countSegments({ segment }: Route): number {
  return segment.split('/').length
}

function getFirstSegment(pathname: string): string {
  const end = pathname.indexOf('/', 1)
  return end < 0 ? pathname.slice(1) : pathname.slice(1, end)
}

function isAtOrBelow(pathname: string, segment: string): boolean {
  const end = segment.length + 1
  return pathname.startsWith(segment, 1) && (pathname.length === end || pathname[end] === '/')
}

const getRest = (pathname: string, { segment }: Route) => pathname.slice(segment.length + 1)
