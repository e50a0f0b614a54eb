import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { getEnv, readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import { writeFiles } from '../support/folders'
import { createId } from '../support/records'
import { createFolder } from '../support/site'
import { createRawMap, createSourceManifest, pageFile } from './snapshot/support'

const SITE = 'http://localhost:3000'
const dir = createFolder('middleware')
let middleware: (request: NextRequest) => Promise<Response>

/** Prepares a site without sign-in and without secrets, from which one page was deleted. */
beforeAll(async () => {
  const settings = { WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'state'), SEARCH_RATE: '2' }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const env = readEnv(settings, dir)
  const createPageFile = (name: string) => ({
    [`pages/${pageFile(name)}`]: createRawMap({ [name]: name }, name === 'Home' ? {} : { [name]: 'Home' }),
  })
  const write = (...names: string[]) =>
    writeFiles(env.workspaceDir, {
      ...Object.assign({}, ...names.map(createPageFile)),
      [`pages/${pageFile('Home')}`]: createHome(names.filter((name) => name !== 'Home')),
      'manifest.json': createSourceManifest('Home', names),
    })
  write('Home', 'Tides', 'Boats')
  await prepareSite(env, 0)
  write('Home', 'Tides')
  rmSync(path.join(env.workspaceDir, 'pages', pageFile('Boats')))
  await prepareSite(env, 1)
  ;({ middleware } = await import('@/middleware'))
}, 60_000)

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

function createHome(children: string[]) {
  const map = createRawMap({ Home: 'Welcome' })
  const home = map.block[createId('Home')] as { value: { content: string[] } }
  home.value.content.push(...children.map(createId))
  return map
}

const request = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
  middleware(new NextRequest(SITE + address, { method, headers }))
const requestStatus = async (address: string, method?: string) => (await request(address, method)).status
/** Returns whether the middleware passes the request to Next.js. */
const continues = (response: Response) => response.headers.get('x-middleware-next') === '1'

describe('middleware without a session', () => {
  test('passes requests for existing pages', async () => {
    for (const address of ['/', '/tides', '/plain/tides']) expect(continues(await request(address)), address).toBe(true)
  })

  test('returns 404 for an unknown path and suggests a page with a similar path', async () => {
    const response = await request('/tidez')
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('href="/tides"')])
  })

  test('shows the page that was chosen for missing addresses during development, with their status', async () => {
    const folder = getSiteFolder()
    getRuntime().siteFolder = { ...folder, settings: { notFound: { page: '/tides' } } }
    onTestFinished(() => {
      getRuntime().siteFolder = folder
      Object.assign(getEnv(), { development: false })
    })
    expect((await request('/nowhere')).headers.get('x-middleware-rewrite')).toBeNull()
    Object.assign(getEnv(), { development: true })
    const response = await request('/nowhere')
    expect([response.status, response.headers.get('x-middleware-rewrite')]).toEqual([404, `${SITE}/tides`])
    expect((await request('/boats')).status).toBe(410)
  })

  test('sends an error page whose only inline script is allowed by its Content-Security-Policy', async () => {
    const response = await request('/tidez')
    const scripts = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts).toHaveLength(1)
    const hash = createHash('sha256').update(scripts.join()).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`)
  })

  test('returns 410 for a deleted page', async () => {
    expect(await requestStatus('/boats')).toBe(410)
  })

  test('returns 400 for a malformed address', async () => {
    expect(await requestStatus('/%E0%A4%A')).toBe(400)
  })

  test('redirects an id to the path of the page, without caching in browsers', async () => {
    const response = await request(`/${createId('Tides')}`)
    expect([response.status, response.headers.get('location')]).toEqual([308, `${SITE}/tides`])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('returns 405 with the allowed methods', async () => {
    for (const [address, allow] of [
      ['/tides', 'GET, HEAD'],
      ['/api/health', 'GET, HEAD'],
      ['/api/search', 'POST'],
    ] as const) {
      const response = await request(address, 'DELETE')
      expect([response.status, response.headers.get('allow')], address).toEqual([405, allow])
    }
  })

  test('returns 404 for disabled handlers', async () => {
    for (const address of ['/api/revalidate', '/api/metrics', '/members', '/members/desk', '/members/desk/refresh']) {
      expect([await requestStatus(address), await requestStatus(address, 'POST')], address).toEqual([404, 404])
    }
  })

  test('rewrites to the Markdown copy if the client prefers Markdown', async () => {
    const getRewrite = async (address: string, accept: string) =>
      (await request(address, 'GET', { accept })).headers.get('x-middleware-rewrite')
    expect(await getRewrite('/tides', 'text/markdown')).toBe(`${SITE}/api/markdown/tides`)
    expect(await getRewrite('/', 'text/markdown')).toBe(`${SITE}/api/markdown/index`)
    expect(await getRewrite('/tides', 'text/html')).toBeNull()
    expect(await getRewrite('/plain/tides', 'text/markdown')).toBeNull()
  })

  test('limits the rate of searches and the length of queries', async () => {
    expect(await requestStatus(`/search?q=${'a'.repeat(201)}`)).toBe(400)
    const responses = [
      await request('/search?q=tide'),
      await request('/search?q=tide'),
      await request('/search?q=tide'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await requestStatus('/search')).toBe(429)
  })
})

test('returns 503 with Retry-After for every page before the site is loaded', async () => {
  vi.resetModules()
  vi.stubEnv('STATE_DIR', path.join(dir, 'empty'))
  // All bundles of a process share the runtime, so its site is removed here.
  const runtime = getRuntime()
  const { site } = runtime
  delete runtime.site
  const { middleware: empty } = await import('@/middleware')
  const response = await empty(new NextRequest(`${SITE}/tides`))
  runtime.site = site
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
})

describe('middleware with sign-in', () => {
  test('redirects from a members page to sign-in with a return address', async () => {
    const { createServiceKeys } = await import('../support/sign-in/keys')
    const { getSignInEnv } = await import('../support/sign-in/visitor')
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...getSignInEnv(createServiceKeys()), SITE_URL: SITE }))
      vi.stubEnv(name, value)
    vi.stubEnv('STATE_DIR', path.join(dir, 'state'))
    const { middleware: guarded } = await import('@/middleware')
    const response = await guarded(new NextRequest(`${SITE}/members/tides?a=b`))
    const to = new URL(response.headers.get('location') ?? '', SITE)
    expect([to.pathname, to.searchParams.get('redirect_url')]).toEqual(['/sign-in', '/members/tides?a=b'])
  })
})
