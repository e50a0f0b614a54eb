import { createHmac } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ComponentProps, ReactElement } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import type { SiteState } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { createTemporaryFolder } from '@/tests/support/folders'
import { SIGN_IN_VARIABLES } from '@/tests/support/sign-in/variables'
import { buildInput, SETTINGS } from '../../support/build-input'
import { expectConsole } from '../../support/console'
import { collection, createId, page, row } from '../../support/records'

const SITE = 'https://site.example'
const SECRET = 'a-secret-of-at-least-32-characters!'
const DAY = 'Thu, 01 Jan 2026 00:00:00 GMT'

let env = readEnv({}, '/')
vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => env,
}))

// Outside a request of Next.js there are no headers.
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

/** Sets the environment that the routes read. */
function setEnv(variables: Record<string, string>): void {
  const dir = createTemporaryFolder()
  env = readEnv({ SITE_URL: SITE, STATE_DIR: `${dir}/state`, ...variables }, dir)
}

type Route = (request: Request) => Response | Promise<Response>

async function requestStatus(route: Route, headers: Record<string, string> = {}, body?: string): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST'
  return (await route(new Request(`${SITE}/api`, { method, headers, body }))).status
}

const { POST: refresh } = await import('@/app/api/revalidate/route')
const { POST: receive } = await import('@/app/api/webhooks/notion/route')
const { POST: search } = await import('@/app/api/search/route')
const { GET: health } = await import('@/app/api/health/route')
const { GET: metrics } = await import('@/app/api/metrics/route')
const { GET: file } = await import('@/app/files/[hash]/[name]/route')
const { default: SearchResultsPage } = await import('@/app/(site)/search/page')
const { default: AccountLayout } = await import('@/app/(account)/layout')
const { LazySignInService } = await import('@/components/account/lazy')
const { SignInService } = await import('@/components/account/sign-in-service')
const { respondWithText } = await import('@/lib/http/text-response')
const { getChrome } = await import('@/lib/screens/chrome')

const WRONG_TOKENS: Record<string, string>[] = [
  {},
  { authorization: 'Bearer' },
  { authorization: `Bearer ${SECRET.slice(0, -1)}` },
  { authorization: SECRET },
]

describe('POST /api/revalidate', () => {
  it('returns 404 if no secret is set', async () => {
    setEnv({})
    expect(await requestStatus(refresh, { authorization: 'Bearer ' }, '{"all":true}')).toBe(404)
  })

  it('returns 401 without the secret, and 400 for an invalid body', async () => {
    setEnv({ REVALIDATE_SECRET: SECRET })
    for (const headers of WRONG_TOKENS) expect(await requestStatus(refresh, headers, '{}')).toBe(401)
    const headers = { authorization: `Bearer ${SECRET}` }
    for (const body of ['', '{', '{}', '{"pages":["x"]}', '{"all":1}', '{"all":true,"pages":[]}'])
      expect(await requestStatus(refresh, headers, body)).toBe(400)
    expect(await requestStatus(refresh, headers, `{"more":"${'x'.repeat(1024 * 1024)}"}`)).toBe(413)
  })
})

describe('POST /api/webhooks/notion', () => {
  const event = JSON.stringify({ id: '1', type: 'page.deleted', entity: { id: 'a'.repeat(32), type: 'page' } })
  const sign = (body: string, key = SECRET) => ({
    'x-notion-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
  })

  it('returns 401 if no verification token is set', async () => {
    setEnv({})
    expect(await requestStatus(receive, sign(event, ''), event)).toBe(401)
  })

  it('returns 401 for events without a valid signature', async () => {
    setEnv({ NOTION_WEBHOOK_TOKEN: SECRET })
    for (const headers of [{}, sign(event, 'another'), sign('{}')])
      expect(await requestStatus(receive, headers, event)).toBe(401)
    expect(await requestStatus(receive, sign('{}'), '{}')).toBe(400)
    expect(await requestStatus(receive, sign(event), event)).toBe(200)
    const long = JSON.stringify({ ...JSON.parse(event), more: 'x'.repeat(256 * 1024) })
    expect(await requestStatus(receive, sign(long), long)).toBe(413)
  })
})

it('returns metrics only for requests with their token', async () => {
  setEnv({})
  expect(await requestStatus(metrics)).toBe(404)
  setEnv({ METRICS_TOKEN: SECRET })
  for (const headers of WRONG_TOKENS) expect(await requestStatus(metrics, headers)).toBe(401)
  expect(await requestStatus(metrics, { authorization: `Bearer ${SECRET}` })).toBe(200)
})

it('logs a search page that fails without a stack trace', async () => {
  setEnv({})
  expectConsole(/^error: A search failed: the index is too slow$/)
  const runtime = getRuntime()
  const site = new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
  const manifest = () => Promise.reject(new Error('the index is too slow'))
  const store = { manifest } as unknown as SiteState['store']
  runtime.site = { store, site: Promise.resolve(site), last: site }
  onTestFinished(() => {
    delete runtime.site
  })
  expect(await SearchResultsPage({ searchParams: Promise.resolve({ q: 'quoin' }) })).toBeDefined()
})

describe('GET /api/health', () => {
  it.each([
    ['pages', 'pageThread'],
    ['pictures', 'pictures'],
    ['search', 'searchIndex'],
  ] as const)('is degraded while the worker for %s fails', async (kind, name) => {
    setEnv({})
    const runtime = getRuntime()
    const site = new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
    const store = { manifest: async () => ({ problems: [] }) } as unknown as SiteState['store']
    runtime.site = { store, site: Promise.resolve(site), last: site }
    onTestFinished(() => {
      delete runtime.site
      delete runtime[name]
    })
    const readState = async () => (await health()).json()
    expect(await readState()).toMatchObject({ status: 'ready', reasons: [] })
    Object.assign(runtime, { [name]: { failure: 'it ended' } })
    expect(await readState()).toMatchObject({ status: 'degraded', reasons: [`${kind}: it ended`] })
  })
})

it('rejects a search from a page of another site and one with a body that is too large', async () => {
  setEnv({})
  expect(await requestStatus(search, { 'sec-fetch-site': 'cross-site' }, '{"query":"a"}')).toBe(403)
  expect(await requestStatus(search, {}, `{"query":"a","more":"${'x'.repeat(16 * 1024)}"}`)).toBe(400)
})

it.each([
  ['20', 20],
  ['3600', 60],
])(
  'browsers cache a file of a public page for a year, and with SYNC_INTERVAL=%s shared caches for %i s',
  async (interval, seconds) => {
    setEnv({ SYNC_INTERVAL: interval })
    const runtime = getRuntime()
    const index = { isFilling: false }
    const site = { showsFile: (hash: string) => hash === 'tides', index } as unknown as Site
    const store = {
      file: async () => ({ path: 'package.json', type: 'image/png' }),
      openFile: async ({ path }: { path: string }) => ({ handle: await open(path), size: 1 }),
    } as unknown as SiteState['store']
    runtime.site = { store, site: Promise.resolve(site), last: site }
    onTestFinished(() => void delete runtime.site)
    const request = (hash: string) =>
      file(new Request(`${SITE}/files/${hash}/picture.png`), { params: Promise.resolve({ hash }) })
    const [existing, missing] = [await request('tides'), await request('boats')]
    await existing.body?.cancel()
    expect(existing.headers.get('cache-control')).toBe(`public, max-age=31536000, s-maxage=${seconds}, immutable`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    // The file may belong to a page that the first sync has not fetched yet.
    index.isFilling = true
    const unknown = await request('boats')
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])
  },
)

it.each([
  [{}, true],
  [{ ALLOW_CREATING_ORGANIZATIONS: '0' }, true],
  [{ ALLOW_CREATING_ORGANIZATIONS: '1' }, false],
])('with %j, the sign-in screens hide the button that creates an organization: %s', (variables, isHidden) => {
  setEnv({
    ...SIGN_IN_VARIABLES,
    ...variables,
  })
  const layout = AccountLayout({ children: undefined }) as ReactElement<ComponentProps<typeof SignInService>>
  expect(layout.type).toBe(LazySignInService)
  const elements = SignInService(layout.props).props.appearance?.elements
  // The class of this button in Clerk's components.
  const name = 'organizationSwitcherPopoverActionButton__createOrganization'
  expect(elements).toHaveProperty('formButtonPrimary')
  if (isHidden) expect(elements).toHaveProperty(name, { display: 'none' })
  else expect(elements).not.toHaveProperty(name)
})

describe('respondWithText', () => {
  const respond = (body: string, headers: Record<string, string> = {}) =>
    respondWithText(new Request(SITE, { headers }), body, { type: 'text/plain', changed: Date.parse(DAY) })

  it('returns 304 for a matching ETag', () => {
    const etag = respond('one').headers.get('etag') ?? ''
    expect(respond('one', { 'if-none-match': `"x", W/${etag}` }).status).toBe(304)
    expect(respond('two', { 'if-none-match': etag }).status).toBe(200)
  })

  it('ignores If-Modified-Since, because a page in the text may have been withdrawn', async () => {
    expect(respond('one').headers.get('last-modified')).toBe(DAY)
    const again = respond('two', { 'if-modified-since': DAY })
    expect([again.status, await again.text()]).toEqual([200, 'two'])
  })
})

it('only listed public pages contain analytics, and those without a choice against it comments', async () => {
  setEnv({ ANALYTICS: 'plausible:site.example', COMMENTS: 'waline:https://talk.example' })
  const accessTable = { [createId('Secret')]: 'Unlisted' }
  const site = new Site(
    buildSite(
      buildInput(
        [
          page('Root', undefined, { accessTable }),
          page('Secret', 'Root'),
          page('Below', 'Secret'),
          page('Open', 'Root'),
          page('Rows', 'Root'),
          row('Silent', 'Rows', { Comments: 'off' }),
          row('Past', 'Rows', { Comments: 'closed' }),
          row('Talk', 'Rows', { Comments: 'on' }),
        ],
        [collection('Rows', 'Root', { Comments: { type: 'select' } })],
      ),
      SETTINGS,
    ),
  )
  const shown: Record<string, string[]> = { analytics: [], comments: [] }
  for (const current of site.index.pages) {
    const chrome = await getChrome(site, PUBLIC, current)
    for (const part of ['analytics', 'comments']) if (part in chrome) shown[part]?.push(current.title)
  }
  expect(shown.analytics?.sort()).toEqual(['Open', 'Past', 'Root', 'Rows', 'Silent', 'Talk'])
  expect(shown.comments?.sort()).toEqual(['Open', 'Rows', 'Talk'])
  const MEMBER = { signedIn: true, organizations: [] }
  const list = await getChrome(site, PUBLIC)
  expect(list).toMatchObject({ analytics: env.analytics })
  expect(list).not.toHaveProperty('comments')
  expect(Object.keys(await getChrome(site, MEMBER)).sort()).toEqual([
    ...['hasSignIn', 'home', 'lists', 'locale', 'navigation', 'prefix'],
  ])
})
