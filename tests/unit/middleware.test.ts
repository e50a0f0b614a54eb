import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readEnv } from '@/lib/env'
import { getRuntime } from '@/lib/runtime'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { writeFiles } from '../support/folders'
import { idOf } from '../support/records'
import { newFolder } from '../support/site'
import { ownLayout, pageFile, rawMap } from './snapshot/support'

const SITE = 'http://localhost:3000'
const dir = newFolder('middleware')
let middleware: (request: NextRequest) => Promise<Response>

/** A site that had a page more, without sign-in and without secrets. */
beforeAll(async () => {
  const settings = { WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'state'), SEARCH_RATE: '2' }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const env = readEnv(settings, dir)
  const page = (name: string) => ({
    [`pages/${pageFile(name)}`]: rawMap({ [name]: name }, name === 'Home' ? {} : { [name]: 'Home' }),
  })
  const write = (...names: string[]) =>
    writeFiles(env.workspaceDir, {
      ...Object.assign({}, ...names.map(page)),
      [`pages/${pageFile('Home')}`]: homeOf(names.filter((name) => name !== 'Home')),
      'manifest.json': ownLayout('Home', names),
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

function homeOf(children: string[]) {
  const map = rawMap({ Home: 'Welcome' })
  const home = map.block[idOf('Home')] as { value: { content: string[] } }
  home.value.content.push(...children.map(idOf))
  return map
}

const ask = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
  middleware(new NextRequest(SITE + address, { method, headers }))
const statusOf = async (address: string, method?: string) => (await ask(address, method)).status
/** What the framework is told to go on with. */
const goesOn = (response: Response) => response.headers.get('x-middleware-next') === '1'

describe('a request without a session', () => {
  test('continues to a page that exists', async () => {
    for (const address of ['/', '/tides', '/plain/tides']) expect(goesOn(await ask(address)), address).toBe(true)
  })

  test('returns 404 for an unknown path, and names a page with one much like it', async () => {
    const response = await ask('/tidez')
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('href="/tides"')])
  })

  test('gets an error page whose one inline script its policy allows', async () => {
    const response = await ask('/tidez')
    const scripts = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts).toHaveLength(1)
    const hash = createHash('sha256').update(scripts.join()).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`)
  })

  test('returns 410 for a page that was deleted', async () => {
    expect(await statusOf('/boats')).toBe(410)
  })

  test('returns 400 for a malformed address', async () => {
    expect(await statusOf('/%E0%A4%A')).toBe(400)
  })

  test('is redirected to the address of a page, which no browser keeps', async () => {
    const response = await ask(`/${idOf('Tides')}`)
    expect([response.status, response.headers.get('location')]).toEqual([308, `${SITE}/tides`])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('returns 405 and the methods that are allowed', async () => {
    for (const [address, allow] of [
      ['/tides', 'GET, HEAD'],
      ['/api/health', 'GET, HEAD'],
      ['/api/search', 'POST'],
    ] as const) {
      const response = await ask(address, 'DELETE')
      expect([response.status, response.headers.get('allow')], address).toEqual([405, allow])
    }
  })

  test('finds no handler that is off', async () => {
    for (const address of ['/api/revalidate', '/api/metrics', '/members', '/members/desk', '/members/desk/refresh']) {
      expect([await statusOf(address), await statusOf(address, 'POST')], address).toEqual([404, 404])
    }
  })

  test('gets the Markdown copy of a page that it prefers', async () => {
    const rewritten = async (address: string, accept: string) =>
      (await ask(address, 'GET', { accept })).headers.get('x-middleware-rewrite')
    expect(await rewritten('/tides', 'text/markdown')).toBe(`${SITE}/api/markdown/tides`)
    expect(await rewritten('/', 'text/markdown')).toBe(`${SITE}/api/markdown/index`)
    expect(await rewritten('/tides', 'text/html')).toBeNull()
    expect(await rewritten('/plain/tides', 'text/markdown')).toBeNull()
  })

  test('searches as often as the site allows, with a question that is not too long', async () => {
    expect(await statusOf(`/search?q=${'a'.repeat(201)}`)).toBe(400)
    const answers = [await ask('/search?q=tide'), await ask('/search?q=tide'), await ask('/search?q=tide')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf('/search')).toBe(429)
  })
})

test('before there is a site, every page returns 503 and when to come back', async () => {
  vi.resetModules()
  vi.stubEnv('STATE_DIR', path.join(dir, 'empty'))
  // All bundles of a process share one site.
  const runtime = getRuntime()
  const { site } = runtime
  delete runtime.site
  const { middleware: empty } = await import('@/middleware')
  const response = await empty(new NextRequest(`${SITE}/tides`))
  runtime.site = site
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
})

describe('with sign-in', () => {
  test('a visitor is sent from a members page to sign in, and comes back', async () => {
    const { serviceKeys } = await import('../support/sign-in/keys')
    const { siteEnv } = await import('../support/sign-in/visitor')
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...siteEnv(serviceKeys()), SITE_URL: SITE })) vi.stubEnv(name, value)
    vi.stubEnv('STATE_DIR', path.join(dir, 'state'))
    const { middleware: guarded } = await import('@/middleware')
    const response = await guarded(new NextRequest(`${SITE}/members/tides?a=b`))
    const to = new URL(response.headers.get('location') ?? '', SITE)
    expect([to.pathname, to.searchParams.get('redirect_url')]).toEqual(['/sign-in', '/members/tides?a=b'])
  })
})
