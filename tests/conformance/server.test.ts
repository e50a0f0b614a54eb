// Must be the first import: the modules of Next.js read the global AsyncLocalStorage, which this module sets.
import 'next/dist/server/node-environment-baseline'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { POST } from '@/app/api/search/route'
import { renderErrorPage } from '@/components/errors/error-pages'
import { openView } from '@/lib/page/thread/open-content'
import { getRuntime } from '@/lib/runtime'
import { LiveIndex } from '@/lib/search/live-index'
import type { SearchQuery } from '@/lib/search/search-query'
import { searchSite } from '@/lib/search/search-site'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSite, getStore } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import type { Site } from '@/lib/site/site'
import { middleware } from '@/middleware'
import { expectConsole } from '../support/console'
import { createContentMap, createDatabase, type Raw } from '../support/content-map'
import { createId } from '../support/records'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder } from '../support/site'

const SITE_URL = 'https://site.example'
const KEYS = createServiceKeys()

const createPage = (name: string, ...content: (string | Raw)[]): Raw => ({
  type: 'page',
  name,
  title: name,
  content: content.map((each) => (typeof each === 'string' ? { type: 'text', title: each } : each)),
})
const createAccessRow = (name: string, access: string): Raw => ({
  type: 'table_row',
  properties: { page: [['‣', [['p', createId(name)]]]], access },
})
const [database, tables] = createDatabase({ rows: { Pen: {} }, views: [{ type: 'form' }, { name: 'All' }] })
const createHeading = (title: string): Raw => ({ type: 'header', title })

const CONTENT: Raw[] = [
  {
    type: 'table',
    format: { table_block_column_order: ['page', 'access'] },
    content: [
      { type: 'table_row', properties: { page: 'Page', access: 'Access' } },
      createAccessRow('Lounge', 'Members'),
      createAccessRow('Ledger', 'board'),
    ],
  },
  createPage('Lounge', 'For members'),
  createPage('Ledger', 'For the board'),
  createPage('Odd', { type: 'hologram' }, database),
  createPage(
    'Quay',
    createHeading('Lighthouse'),
    'The lighthouse is white',
    createHeading('Harbour'),
    'The lighthouse is near',
    createPage('Shed', 'Behind the lighthouse'),
  ),
  { ...createPage('Nameless', 'Zebra crossing'), title: undefined },
]

let site: Site
let index: LiveIndex

beforeAll(async () => {
  const workspace = createFolder('workspace')
  writeFileSync(path.join(workspace, 'home.json'), JSON.stringify(createContentMap(CONTENT, tables)))
  const env = { ...getSignInEnv(KEYS), SITE_URL, WORKSPACE_DIR: workspace, STATE_DIR: createFolder('state') }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await prepareSite(getEnv(), Date.now())
  site = await getSite()
  index = new LiveIndex(getStore(), async () => site, { locale: 'en', timeZone: 'UTC' })
  await index.load()
  await index.update()
})

describe('a search response', () => {
  const search = (query: string, more: Partial<SearchQuery> = {}) =>
    searchSite(
      { query, limit: 20, ...more },
      { index: { throttle: 150, search: index.search.bind(index), warmUp: () => {} }, site, viewer: PUBLIC },
      () => undefined,
    )
  const listTitles = async (query: string, ancestor?: string) =>
    (await search(query, ancestor === undefined ? {} : { ancestorId: createId(ancestor) })).results
      .map(({ title }) => title)
      .sort()

  test('contains results with highlighted text and their total, and no record map [N-313] [N-314]', async () => {
    const highlight = { text: 'Behind the <mark>lighthouse</mark>', title: 'Shed' }
    expect(await search('lighthouse', { ancestorId: createId('Shed') })).toEqual({
      results: [{ id: createId('Shed'), title: 'Shed', path: '/shed', ancestors: ['Quay'], highlight }],
      total: 1,
      throttle: 150,
    })
  })

  test('contains a page with the query under several headings once [N-316]', async () => {
    expect(await search('lighthouse')).toMatchObject({ results: [{}, {}], total: 2 })
    expect(await listTitles('lighthouse')).toEqual(['Quay', 'Shed'])
  })

  test('contains untitled pages as Untitled [N-319]', async () => {
    expect(await listTitles('zebra')).toEqual(['Untitled'])
  })

  test('contains only the ancestor and pages below it [N-320]', async () => {
    const found = await Promise.all(['Quay', 'Shed', 'Odd'].map((name) => listTitles('lighthouse', name)))
    expect(found).toEqual([['Quay', 'Shed'], ['Shed'], []])
  })

  test('to a blank query has no results, and the main and newest pages [N-321]', async () => {
    const { start, ...response } = await search('  ')
    expect(response).toEqual({ results: [], total: 0, throttle: 150 })
    expect(start?.sections.map(({ title }) => title)).toEqual(['Odd', 'Quay', 'Untitled'])
    expect(start?.newest.map(({ title }) => title)).toEqual(['Shed', 'Pen'])
  })

  test('to an invalid request contains an error, its id and no results [N-322]', async () => {
    const response = await POST(new Request(`${SITE_URL}/api/search`, { method: 'POST', body: '{}' }))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.stringContaining('JSON'), errorId: 'bad-body' })
  })
})

/** The organization and role in the session token of a visitor. `null` means a visitor without an organization. */
type Membership = { slug: string; role?: string } | null

/** Returns the response of the middleware. Without `as`, the visitor is not signed in. */
function request(target: string, { as, method = 'GET' }: { as?: Membership; method?: string } = {}) {
  const cookie = as === undefined ? '' : createCookies(KEYS, createToken(KEYS, SITE_URL, as ?? undefined))
  return middleware(new NextRequest(SITE_URL + target, { method, headers: { accept: 'text/html', cookie } }))
}

const readHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')

test.each([
  ['400 Bad Request', 'GET', '/%E0%A4%A', 'N-323'],
  ['404 This page could not be found', 'GET', '/nowhere', 'N-324'],
  ['405 Method Not Allowed', 'POST', '/quay', 'N-325'],
])('the middleware returns a page with the heading %s for %s %s [%s]', async (heading, method, target) => {
  const response = await request(target, { method })
  expect([response.status, readHeading(await response.text())]).toEqual([Number(heading.slice(0, 3)), heading])
})

test('the middleware registers the settings of the page for failed requests [N-326]', () => {
  // The server calls this function if Next.js fails.
  const settings = getRuntime().getErrorPageSettings?.()
  expect(readHeading(settings === undefined ? '' : renderErrorPage(500, settings))).toBe('500 Internal Server Error')
})

test('the server warns of unsupported types once for each version of a page [N-327]', async () => {
  const line = `Page ${createId('Odd')} (/odd, “Odd”) is shown without all of it:`
  const block = `${line} Block of unknown type "hologram" is shown by its text or name`
  const view = `${line} Collection view of unsupported type "form" skipped`
  for (const warning of [block, view]) expectConsole(new RegExp(`^warn: ${warning.replace(/[()]/g, '\\$&')}$`))
  const odd = site.page(createId('Odd'), PUBLIC)
  if (odd === undefined) throw new Error('The page Odd is missing')
  // Next.js has replaced `console.warn`, so the spy of the test set-up no longer records the calls.
  const warn = vi.spyOn(console, 'warn').mockClear()
  for (let time = 0; time < 3; time++) expect(await openView(site, odd, PUBLIC)).toBeDefined()
  expect(warn.mock.calls).toEqual([[block], [view]])
})

describe('the middleware with sign-in', () => {
  /** Returns for each visitor the target of a redirect or rewrite, else `next` or the status. */
  const getOutcomes = (target: string, ...visitors: (Membership | undefined)[]) =>
    Promise.all(
      visitors.map(async (as) => {
        const { headers, status } = await request(target, { as })
        const location = headers.get('location')
        const rewritten = headers.get('x-middleware-rewrite')
        if (location !== null) return `${status} ${location.replace(SITE_URL, '')}`
        if (rewritten !== null) return `rewrite ${new URL(rewritten).pathname.split('/', 3).join('/')}`
        return headers.has('x-middleware-next') ? 'next' : String(status)
      }),
    )
  const FORBIDDEN = 'rewrite /auth/forbidden'
  const BOARD = { slug: 'board' }

  test('redirects signed-out visitors to sign-in with a return address [N-331]', async () => {
    for (const target of ['/members', '/members/ledger?a=b', '/members/desk', '/account', '/organization/x']) {
      const redirect = `307 /sign-in?redirect_url=${encodeURIComponent(target)}`
      expect(await getOutcomes(target, undefined), target).toEqual([redirect])
    }
    expect(await getOutcomes('/account', null)).toEqual(['next'])
  })

  test('allows pages for all signed-in visitors, or for the members of an organization [N-332]', async () => {
    const visitors = [null, BOARD, { slug: 'choir' }]
    expect(await getOutcomes('/members/lounge', ...visitors)).toEqual(['next', 'next', 'next'])
    expect(await getOutcomes('/members/ledger', ...visitors)).toEqual([FORBIDDEN, 'next', FORBIDDEN])
  })

  test('returns 404 for the public path of a page that is not public [N-333]', async () => {
    expect(await getOutcomes('/ledger', undefined, BOARD)).toEqual(['404', '404'])
  })

  test('allows the dashboard only for admins of the editors’ organization [N-334]', async () => {
    const roles = ['admin', 'member', 'guest_member', 'org:admin2']
    const getOutcomesOfRoles = (slug: string) => getOutcomes('/members/desk', ...roles.map((role) => ({ slug, role })))
    expect(await getOutcomesOfRoles('editors')).toEqual(['next', FORBIDDEN, FORBIDDEN, FORBIDDEN])
    expect(await getOutcomesOfRoles('board')).toEqual(roles.map(() => FORBIDDEN))
    expect(await getOutcomes('/members/desk', null)).toEqual([FORBIDDEN])
  })

  test('allows the script of the provider on its screens only [N-335]', async () => {
    const readPolicy = async (target: string, as?: Membership) =>
      (await request(target, { as })).headers.get('content-security-policy') ?? ''
    const [, scripts] = /script-src ([^;]*)/.exec(await readPolicy('/account', null)) ?? []
    expect(scripts?.split(' ')).toContain(KEYS.issuer)
    expect(await readPolicy('/search')).not.toContain(KEYS.issuer)
  })
})
