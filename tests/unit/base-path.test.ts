import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { renderErrorPage } from '@/components/errors/error-pages'
import { isPagePath } from '@/components/ui/link'
import { getReturnAddress, getSignInAddress } from '@/lib/auth/routes'
import { addBasePath, removeBasePath, setBasePath } from '@/lib/base-path'
import { createSpeculationRules } from '@/lib/cache/speculation-rules'
import { renderManifest } from '@/lib/formats/manifest'
import { renderRobots } from '@/lib/formats/robots'
import { createArticleData } from '@/lib/formats/structured-data'
import { renderHomeMarkdown } from '@/lib/formats/write-markdown'
import { getScriptAddress } from '@/lib/scripts'
import { getEnv, readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getPageLink, getViewerPath, Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { ErrorPages } from '@/server/error-pages'
import { createHttpServer } from '@/server/http-server'
import { createIndex, sitePage } from './formats/support'

const SITE = 'https://example.test/docs'
const MEMBER: Viewer = { signedIn: true, organizations: [] }

beforeEach(() => {
  // The first call sets the base path of the environment.
  getEnv()
  setBasePath('/docs')
})
afterEach(() => setBasePath(''))

/** Returns all addresses that begin with a slash in attributes and JSON values of a text. */
const findAddresses = (text: string) => [...text.matchAll(/[=:]"(\/[^"]*)/g)].map(([, address]) => address)

test.each([
  ['/docs', '/'],
  ['/docs/', '/'],
  ['/docs?q=1', '/?q=1'],
  ['/docs#top', '/#top'],
  ['/docs/guide?q=/docs', '/guide?q=/docs'],
  ['/docs/docs/guide', '/docs/guide'],
  ['/documents', undefined],
  ['/', undefined],
  ['/guide', undefined],
  ['//docs/guide', undefined],
  ['https://example.test/docs', undefined],
])('removeBasePath with the base path /docs returns for %s: %s', (address, path) => {
  expect(removeBasePath(address)).toBe(path)
})

test('without a base path, addresses are paths', () => {
  setBasePath('')
  expect([addBasePath('/guide'), removeBasePath('/guide'), removeBasePath('//guide')]).toEqual([
    '/guide',
    '/guide',
    '//guide',
  ])
})

test.each([
  ['https://example.test', 'https://example.test'],
  ['https://example.test/', 'https://example.test'],
  ['https://example.test/docs', SITE],
  ['https://example.test/docs/', SITE],
  ['https://example.test/a/b.c_d~1', 'https://example.test/a/b.c_d~1'],
])('reads SITE_URL %s as %s', (value, siteUrl) => {
  expect(readEnv({ SITE_URL: value }, '/').siteUrl).toBe(siteUrl)
})

test('links of pages and addresses of files contain the base path, and paths of the route table do not', () => {
  const page = sitePage('guide', { files: ['00'] })
  const secret = sitePage('secret', { files: ['11'], access: { kind: 'members', organizations: 'any' } })
  const site = new Site(createIndex([page, secret]))
  expect(getPageLink(page, PUBLIC).path).toBe('/docs/guide')
  expect(getPageLink(page, MEMBER).path).toBe('/docs/members/guide')
  expect(getViewerPath(page.path, PUBLIC)).toBe('/guide')
  expect(site.fileAddress('00', 'a.png', PUBLIC)).toBe('/docs/files/00/a.png')
  expect(site.fileAddress('11', 'a.png', MEMBER)).toBe(`/docs/members/files/${secret.id}/11-a.png`)
})

test('structured data and Markdown contain absolute addresses with the base path once', () => {
  const [, places] = createArticleData(sitePage('guide'), [{ path: '/docs/', title: 'Home' }], 'Site', SITE)
  expect(JSON.stringify(places)).toContain('"item":"https://example.test/docs/"')
  expect(renderHomeMarkdown('Site', '', [{ path: '/docs/guide', title: 'Guide' }], SITE)).toContain(`(${SITE}/guide)`)
})

test('generated documents contain no address outside of the base path', () => {
  const link = { path: '/docs/guide', title: 'Guide' }
  const page = renderErrorPage(404, { locale: 'en', siteName: 'Site', navigation: [link], suggestions: [link] })
  const addresses = [
    ...findAddresses(page),
    ...findAddresses(renderManifest({ name: 'Site', description: '', locale: 'en', paper: '#fbfaf7' })),
  ]
  expect(addresses.length).toBeGreaterThan(6)
  expect(addresses.filter((address) => !address?.startsWith('/docs/'))).toEqual([])
  const rules = renderRobots(SITE).match(/(?<=(?:Allow|Disallow): ).*/g) ?? []
  expect(rules.length).toBeGreaterThan(6)
  expect(rules.filter((rule) => !rule.startsWith('/docs/'))).toEqual([])
})

test('scripts are loaded from the base path, and only pages below it are prefetched', () => {
  expect(getScriptAddress('start')).toMatch(/^\/docs\/_next\/static\/scripts\/start-\w+\.js$/)
  const paths = [...createSpeculationRules().matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path)
  expect(paths).toContain('/docs/*')
  expect(paths.filter((path) => !path?.startsWith('/docs/'))).toEqual([])
})

test('only addresses below the base path are pages of the site', () => {
  expect(['/docs/guide', '/docs/', '/guide', '/docs/files/a/b', '/docs//x'].map(isPagePath)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('sign-in returns only to the site, not to other sites of the same host', () => {
  expect(getSignInAddress('/members/guide')).toBe('/sign-in?redirect_url=%2Fdocs%2Fmembers%2Fguide')
  expect(getReturnAddress('/docs/members/guide?a#b', SITE)).toBe('/docs/members/guide?a#b')
  expect(getReturnAddress(`${SITE}/guide`, SITE)).toBe('/docs/guide')
  for (const requested of ['/other', 'https://example.test/other', '/docs/../other', '/docs//evil', '/docs/sign-in'])
    expect(getReturnAddress(requested, SITE), requested).toBe('/docs/members')
})

test('the server passes paths without the base path to handlers and responds with 404 outside of it', async () => {
  const env = readEnv({ SITE_URL: SITE }, '/')
  const handle = ({ url }: { url?: string }, response: ServerResponse) => response.end(url)
  const server = createHttpServer(env, handle, new ErrorPages(env, undefined, renderErrorPage)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.status, response.status === 200 ? await response.text() : '']
  }
  expect(await get('/docs/guide?q=1')).toEqual([200, '/guide?q=1'])
  expect(await get('/docs')).toEqual([200, '/'])
  for (const outside of ['/', '/guide', '/documents', '/api/health']) expect((await get(outside))[0], outside).toBe(404)
})
