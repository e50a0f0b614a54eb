import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderErrorPage } from '@/components/errors/error-pages'
import { AccountLinks } from '@/components/site/account-links'
import { getReturnAddress, needsSession } from '@/lib/auth/routes'
import { renderRobots } from '@/lib/formats/robots'
import { getRouteKind } from '@/lib/metrics/requests'
import type { Route } from '@/lib/routes'
import { decideAccess } from '@/lib/screens/guard'
import { readEnv } from '@/lib/settings/env'
import { getSite } from '@/lib/site/get-site'
import { assignPaths, isReserved } from '@/lib/site/paths'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { getSiteMessages } from '@/messages/languages'
import { middleware } from '@/middleware'
import { ErrorPages } from '@/server/error-pages'
import { createHttpServer } from '@/server/http-server'
import { writeFiles } from '../support/folders'
import { createId } from '../support/records'
import { createServiceKeys } from '../support/sign-in/keys'
import { getSignInEnv } from '../support/sign-in/visitor'
import { createFolder } from '../support/site'
import { createRawMap, createSourceManifest, pageFile } from './snapshot/support'

/** Routes that the site does not have. Each differs from a page in another way. */
const ADDED = vi.hoisted((): Route[] => [
  { segment: 'guestbook', methods: ['POST'], audience: 'viewer', crawlable: false, kind: 'api' },
  {
    segment: 'guestbook/off',
    methods: ['POST'],
    audience: 'viewer',
    crawlable: false,
    kind: 'api',
    needs: 'metricsToken',
  },
  { segment: 'slides', methods: ['GET', 'HEAD'], audience: 'everyone', crawlable: true, kind: 'copy' },
  { segment: 'members/notes', methods: ['GET'], audience: 'member', crawlable: false, kind: 'file', needs: 'signIn' },
  {
    segment: 'billing',
    methods: ['GET', 'HEAD'],
    audience: 'member',
    crawlable: false,
    kind: 'account',
    needs: 'signIn',
    middleware: 'never',
  },
])

vi.mock('@/lib/routes', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/lib/routes')>()
  return { ...original, ROUTES: [...original.ROUTES, ...ADDED] }
})

const SITE = 'http://localhost:3000'
const dir = createFolder('added-route')
const settings = { WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'state') }
const signedIn = readEnv({ ...getSignInEnv(createServiceKeys()), SITE_URL: SITE }, dir)
const MIA = { signedIn: true, organizations: [] }
const SIGNED_OUT = { signedIn: false, organizations: [] }

beforeAll(async () => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const env = readEnv(settings, dir)
  const home = createRawMap({ Home: 'Home' })
  ;(home.block[createId('Home')] as { value: { content: string[] } }).value.content.push(createId('Tides'))
  writeFiles(env.workspaceDir, {
    [`pages/${pageFile('Home')}`]: home,
    [`pages/${pageFile('Tides')}`]: createRawMap({ Tides: 'Tides' }, { Tides: 'Home' }),
    'manifest.json': createSourceManifest('Home', ['Home', 'Tides']),
  })
  await prepareSite(env, 0)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

const requestOutcome = async (address: string, method = 'GET') => {
  const response = await middleware(new NextRequest(SITE + address, { method }))
  const allow = response.headers.get('allow')
  if (response.headers.has('x-middleware-next')) return 'next'
  return allow === null ? response.status : `${response.status} ${allow}`
}

test('the middleware passes requests to an added handler and rejects other methods', async () => {
  expect(await requestOutcome('/guestbook', 'POST')).toBe('next')
  expect(await requestOutcome('/guestbook')).toBe('405 POST')
  expect(await requestOutcome('/guestbook/off', 'POST')).toBe(404)
  expect(await requestOutcome('/guestbook/none', 'POST')).toBe(404)
})

test('the middleware resolves the page below an added copy', async () => {
  expect(await requestOutcome('/slides/tides')).toBe('next')
  expect(await requestOutcome('/slides/tides', 'POST')).toBe('405 GET, HEAD')
  expect(await requestOutcome('/slides/none')).toBe(404)
})

test('an added members route requires sign-in and passes requests to its handler', async () => {
  const site = await getSite()
  const decide = (pathname: string, viewer = MIA) => decideAccess({ pathname, search: '' }, viewer, site, signedIn).kind
  expect([decide('/members/notes'), decide('/members/notes', SIGNED_OUT)]).toEqual(['pass', 'redirect'])
  expect(decide('/members/notes/none')).toBe('forbidden')
  expect([decide('/billing'), decide('/billing', SIGNED_OUT)]).toEqual(['screen', 'redirect'])
})

test('reads the session for added routes that depend on the viewer, and does not return to account screens after sign-in', () => {
  expect(['/guestbook', '/billing', '/slides'].map(needsSession)).toEqual([true, true, false])
  expect(getReturnAddress('/billing', SITE)).toBe('/members')
})

test('links on an added copy lead to the page on the members’ site', () => {
  const html = renderToStaticMarkup(AccountLinks({ current: '/slides/tides', messages: getSiteMessages('en') }))
  expect(html).toContain('href="/members/tides"')
})

test('pages cannot have the path of an added route', () => {
  for (const name of ['guestbook', 'slides', 'notes', 'billing']) {
    expect(isReserved(name), name).toBe(true)
    expect(assignPaths([{ id: createId(name), preferredPath: name }]).get(createId(name))).toMatch(`${name}-`)
  }
})

test('robots.txt disallows added routes that are not crawlable', () => {
  const lines = renderRobots(SITE).split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /guestbook$', 'Disallow: /billing/']))
  expect(lines.filter((line) => line === 'Disallow: /members/')).toHaveLength(1)
  expect(lines.join('\n')).not.toContain('slides')
})

test('metrics count added routes by kind', () => {
  const paths = ['/guestbook?a', '/slides/tides', '/members/notes', '/billing']
  expect(paths.map(getRouteKind)).toEqual(['api', 'page', 'members', 'account'])
})

test('the server rejects POST requests to an added route without middleware, except server actions', async () => {
  const server = createHttpServer(
    signedIn,
    (_, response) => response.end('handled'),
    new ErrorPages(signedIn, undefined, renderErrorPage),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requestStatus = async (pathname: string, request: RequestInit) => (await fetch(url + pathname, request)).status
  const headers = { 'next-action': '00', 'sec-fetch-site': 'same-origin' }
  expect(await requestStatus('/billing', {})).toBe(200)
  expect(await requestStatus('/billing', { method: 'POST' })).toBe(405)
  expect(await requestStatus('/billing', { method: 'POST', headers })).toBe(200)
  expect(await requestStatus('/guestbook', { method: 'POST' })).toBe(200)
  server.closeAllConnections()
  server.close()
})
