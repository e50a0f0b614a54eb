import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import {
  getRewrittenUrl,
  unstable_doesMiddlewareMatch,
  unstable_getResponseFromNextConfig,
} from 'next/experimental/testing/server'
import { describe, expect, it, test } from 'vitest'
import { findCopyPrefix, findHandler, findRoute, hasExtension, isReadOnlyPath } from '@/lib/find-route'
import { ROUTES, type Route } from '@/lib/routes'
import { config } from '@/middleware'
import nextConfig from '@/next.config.mjs'

/** The route of each page and handler of `app/`. `methods` is undefined for a page. */
const APP = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(name))
  .map((name) => {
    const segments = path.dirname(name).split('/')
    const fixed = segments.filter((segment) => !/^\(.*\)$/.test(segment) && segment !== '.')
    const first = fixed.findIndex((segment) => segment.startsWith('['))
    const handlers = [...readFileSync(`app/${name}`, 'utf8').matchAll(/^export (?:async )?function (GET|POST)\b/gm)]
    return {
      segment: (first === -1 ? fixed : fixed.slice(0, first)).join('/'),
      methods: name.endsWith('.tsx') ? undefined : handlers.flatMap(([, method]) => method ?? []),
    }
  })

describe('ROUTES', () => {
  it('contains every segment once', () => {
    const segments = ROUTES.map(({ segment }) => segment)
    expect(new Set(segments).size).toBe(segments.length)
  })

  it('contains every page and handler of the app with its methods', () => {
    expect(APP.length).toBeGreaterThan(30)
    for (const { segment, methods } of APP) {
      const route = findRoute(`/${segment}`)
      if (route.kind === 'api' || route.kind === 'search' || route.kind === 'file')
        expect(route.segment, segment).toBe(segment)
      expect(route.segment.split('/')[0], segment).toBe(segment.split('/')[0])
      const isReachable = methods !== undefined && route.methods.length > 0
      if (isReachable) expect(methods, segment).toEqual(route.methods.filter((method) => method !== 'HEAD'))
    }
  })

  it('contains no route that the app does not have', () => {
    const served = new Set(APP.map(({ segment }) => segment))
    const missing = ROUTES.filter(({ segment, methods }) => methods.length > 0 && !served.has(segment))
    // The catch-all route also renders these lists; other lists have folders for their feeds. Data of drafts has the handler of all data.
    const ofDrafts = ['api/branches/preview', 'api/rows/preview']
    expect(missing.map(({ segment }) => segment)).toEqual(['archive', ...ofDrafts, '_next'])
  })

  it('reads no session for data of drafts, whose address has a token', () => {
    for (const path of ['/api/branches/preview/t.json', '/api/rows/preview/t/a.json', '/api/preview/t']) {
      expect(findRoute(path).audience, path).toBe('everyone')
    }
    expect(findRoute('/api/rows/members/a.json').audience).toBe('viewer')
  })
})

describe('middleware matcher', () => {
  const matches = (url: string) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url })

  it.each(ROUTES.map((route) => [route.segment, route] as const))('matches the route %j', (segment, { middleware }) => {
    for (const below of ['', '/', '/page', '/page/below', '/page.png', '/a.b/page', '/page.']) {
      const pathname = `/${segment}${below}`.replace(/^\/\//, '/')
      const expected = middleware === undefined ? !hasExtension(pathname) : middleware === 'always'
      expect(matches(pathname), pathname).toBe(expected)
    }
    // A path that only begins with the segment is a page.
    if (segment !== '' && !hasExtension(segment)) expect(matches(`/${segment}s`)).toBe(true)
  })
})

describe('rewrite of Markdown copies', () => {
  const rewrite = async (pathname: string) => {
    const url = `http://localhost${pathname}`
    const response = await unstable_getResponseFromNextConfig({ url, nextConfig: nextConfig(PHASE_PRODUCTION_SERVER) })
    return getRewrittenUrl(response)?.replace('http://localhost', '')
  }
  /** Routes that have files or handlers below them. */
  const isExcluded = ({ kind, methods }: Route) =>
    ['api', 'dashboard', 'file', 'asset'].includes(kind) && methods.length > 0

  it.each(ROUTES.filter(isExcluded).map(({ segment }) => segment))('excludes the route %j', async (segment) => {
    expect(await rewrite(`/${segment}/page.md`)).toBeUndefined()
    expect(await rewrite(`/${segment}/a/b.md`)).toBeUndefined()
    expect(await rewrite(`/${segment}/page.epub`)).toBeUndefined()
  })

  it('includes pages and lists', async () => {
    expect(await rewrite('/members/tides/low.md')).toBe('/api/markdown/members/tides/low')
    expect(await rewrite('/members/index.md')).toBe('/api/markdown/members/index')
    expect(await rewrite('/tides.md')).toBe('/api/markdown/tides')
    expect(await rewrite('/tides/low.epub')).toBe('/api/epub/tides/low')
    expect(await rewrite('/members/tides/low.epub')).toBe('/api/epub/members/tides/low')
    expect(await rewrite('/tides/low.md')).toBe('/api/markdown/tides/low')
    expect(await rewrite('/membership.md')).toBe('/api/markdown/membership')
    expect(await rewrite('/filesystem.md')).toBe('/api/markdown/filesystem')
  })
})

test.each([
  ['/article/tides.html', '/article/tides'],
  ['/tides.html', '/tides'],
  ['/members/files/a/b.html', undefined],
  ['/files/a/b.html', undefined],
  ['/tides.htm', undefined],
])('%s redirects to %s', async (pathname, to) => {
  const url = `http://localhost${pathname}`
  const response = await unstable_getResponseFromNextConfig({ url, nextConfig: nextConfig(PHASE_PRODUCTION_SERVER) })
  const location = response.headers.get('location')
  expect(location === null ? undefined : new URL(location).pathname).toBe(to)
})

test.each([
  ['/', ''],
  ['/tides', ''],
  ['/membership', ''],
  ['/tags/sea/2', 'tags'],
  ['/api', 'api'],
  ['/api/none/x', 'api'],
  ['/api/webhooks', 'api'],
  ['/api/webhooks/notion', 'api/webhooks/notion'],
  ['/api/webhooks/notion/x', 'api/webhooks/notion'],
  ['/members/tides', 'members'],
  ['/members/desk/refresh', 'members/desk/refresh'],
  ['//members', ''],
  ['/Members', ''],
])('findRoute(%s) returns the segment %j', (pathname, segment) => {
  expect(findRoute(pathname).segment).toBe(segment)
})

test.each([
  ['/search', 'search'],
  ['/search/x', undefined],
  ['/files/00/a', 'files'],
  ['/files/00', undefined],
  ['/files/00/a/b', undefined],
  ['/api/rows/00000000/tides/low', 'api/rows'],
  ['/api/rows', undefined],
  ['/api', undefined],
  ['/api/markdown/tides', undefined],
  ['/members/tides', undefined],
  ['/members/desk', 'members/desk'],
  ['/members/desk/x', undefined],
  ['/tags', undefined],
  ['/plain/tides', undefined],
])('findHandler(%s) returns the segment %j', (pathname, segment) => {
  expect(findHandler(pathname)?.segment).toBe(segment)
})

test.each([
  ['/plain', '/plain'],
  ['/plain/tides', '/plain'],
  ['/plainly', ''],
  ['/social/tides/low', '/social'],
  ['/rows/0a1b2c3d/2', '/rows/0a1b2c3d/2'],
  ['/rows/0a1b2c3d/2/tides', '/rows/0a1b2c3d/2'],
  ['/rows/0a1b2c3d/02/tides', ''],
  ['/rows/0a1b2c3d', ''],
  ['/tags/sea', ''],
])('findCopyPrefix(%s) returns %j', (pathname, prefix) => {
  expect(findCopyPrefix(pathname)).toBe(prefix)
})

test.each([
  ['/_next/static/a', true],
  ['/sign-in', true],
  ['/Sign-In/x', true],
  ['/auth', true],
  ['/authors', false],
  ['/sign-up', false],
  ['/tides', false],
  ['/tides.md', true],
  ['/members/files/a/b.png', true],
  ['/api/x.json', false],
  ['/API/x.json', false],
  ['/trpc/x.y', false],
  ['/apis.json', true],
])('isReadOnlyPath returns for %s: %s', (pathname, isReadOnly) => {
  expect(isReadOnlyPath(pathname)).toBe(isReadOnly)
})

test('a reader handles some routes without checking for a newer snapshot', () => {
  const never = ROUTES.filter(({ needsNewest }) => needsNewest === false).map(({ segment }) => segment)
  expect(never.sort()).toEqual(['_next', 'api/health', 'api/metrics'])
})
