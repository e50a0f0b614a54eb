import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  BOARD,
  CHOIR,
  EDITOR,
  type MembersSite,
  openMembersSite,
  RESTRICTED_TEXT,
  startMembersSite,
} from '../support/members-site'
import {
  callTool,
  changePersonalAddresses,
  makePersonalAddresses,
  readPersonalAddresses,
} from '../support/personal-access'
import { validateAtom } from '../support/schemas'
import { searchFor } from '../support/search-request'
import { createCookies, createToken } from '../support/sign-in/visitor'
import { createFolder } from '../support/site'
import { expect, test } from './base'

// The first requests of a site take long on a busy machine.
test.describe.configure({ mode: 'default', timeout: 90_000 })

let members: MembersSite
let stop: () => Promise<unknown>
const auditLog = path.join(createFolder('audit'), 'log')

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const started = await startMembersSite({ SITE_SECRET: 'a-secret-of-the-tests', AUDIT_LOG: auditLog })
  stop = started.stop
  members = openMembersSite(started.description)
})
test.afterAll(() => stop())

const getCookie = (organization: { slug: string; role?: string }) =>
  createCookies(members.keys, createToken(members.keys, members.site.url, organization))

const change = (as: typeof BOARD, what: string, headers?: Record<string, string>) =>
  changePersonalAddresses(members.site.url, getCookie(as), what, headers)
const readAddresses = (as: typeof BOARD) => readPersonalAddresses(members.site.url, getCookie(as))
const makeAddresses = (as: typeof BOARD) => makePersonalAddresses(members.site.url, getCookie(as))
const call = (name: string, args: object, authorization?: string) =>
  callTool(members.site.url, name, args, authorization)

test('a member makes and revokes addresses of a feed and for assistants, without script', async () => {
  const page = await members.sendRequest('/account/access', { as: BOARD })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toMatch(/private.*no-store/)
  expect(page.body).toContain('<meta name="referrer" content="no-referrer"')
  expect(page.body).toMatch(/<form[^>]* action="\/api\/personal-access" method="post"/)
  expect(page.body).not.toContain('/api/feed/')
  const { feed, token } = await makeAddresses(BOARD)
  expect((await readAddresses(BOARD))?.feed).toBe(feed)

  const response = await fetch(members.site.url + feed)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('content-type')).toContain('application/atom+xml')
  const text = await response.text()
  // The schema requires the address of the feed, which this one does not name, because it contains the token.
  const self = `<link rel="self" type="application/atom+xml" href="${members.site.url}/feed.xml"/>`
  expect(validateAtom(text.replace('<link rel="alternate"', `${self}\n$&`))).toEqual([])
  expect(text).toContain('Figures of')
  expect(text).toContain(`href="${members.site.url}/members/ledger"`)
  expect(text).not.toMatch(/Songs of|Not ready|Not for editors/)
  expect(text).not.toContain(feed.split('/').at(-1))
  const again = await fetch(members.site.url + feed, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-store'])

  const id = members.findPageId('Ledger')
  const found = await call('fetch', { id }, `Bearer ${token}`)
  expect(found.body).toContain('Figures of')
  expect(found.headers.get('cache-control')).toMatch(/private.*no-store/)
  // The site may have no index yet.
  await searchFor(members.site, 'figures')
  expect((await call('search', { query: 'figures' }, `Bearer ${token}`)).body).toContain('/members/ledger')
  expect((await call('fetch', { id: members.findPageId('Songbook') }, `Bearer ${token}`)).body).toContain('no page')

  expect(await change(BOARD, 'revoke')).toBe(303)
  expect(await readAddresses(BOARD)).toBeUndefined()
  expect((await fetch(members.site.url + feed)).status).toBe(404)
  expect((await call('fetch', { id }, `Bearer ${token}`)).status).toBe(401)
})

test('worthless tokens get the same response as none', async () => {
  const { feed, token } = await makeAddresses(CHOIR)
  const cut = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
  const mcp = `/api/feed/${token}`
  const responses = await Promise.all(
    [cut(feed), '/api/feed/none', mcp, `/api/feed/${'x'.repeat(3000)}`, '/api/feed/%00', '/api/feed/%E0%A4%A'].map(
      (address) => members.sendRequest(address),
    ),
  )
  for (const { status, headers, body } of responses.slice(0, 5)) {
    expect([status, body]).toEqual([404, 'There is nothing at this address\n'])
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
  expect(responses[5]?.status).toBe(400)
  const refused = await Promise.all(
    ['Bearer', 'Bearer x', `Bearer ${cut(token)}`, `Bearer ${feed.split('/').at(-1)}`].map((authorization) =>
      call('search', { query: 'songs' }, authorization),
    ),
  )
  for (const { status, headers, body } of refused) {
    expect([status, body]).toEqual([401, refused[0]?.body])
    expect(headers.get('www-authenticate')).toBe('Bearer')
  }
  // The tools ignore the session of a browser, and the credentials of a proxy.
  expect((await call('fetch', { id: members.findPageId('Songbook') }, 'Basic eDp5')).body).toContain('no page')
})

test('a token follows the organization of the last session, and is never that of an editor', async () => {
  const feed = async () => (await fetch(members.site.url + address)).text()
  const { feed: address } = await makeAddresses(EDITOR)
  expect(await feed()).not.toMatch(/Not ready|hundred years|Figures of/)
  // The site records the rights of a token at its first request only, and tokens of the same second are equal.
  const startSession = (organization: typeof BOARD) =>
    members.sendRequest('/members', {
      token: createToken(members.keys, members.site.url, organization, { jti: 'another session' }),
    })
  await startSession(BOARD)
  await expect.poll(feed).toContain('Figures of')
  await startSession(CHOIR)
  await expect.poll(feed).not.toContain('Figures of')
})

test('only a page of the site and a signed-in member can change addresses', async () => {
  const forged: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ]
  for (const headers of forged) {
    expect(await change(BOARD, 'make', headers)).toBe(403)
  }
  expect(await changePersonalAddresses(members.site.url, '', 'make')).toBe(403)
  expect(await change(BOARD, 'other')).toBe(400)
  expect((await members.sendRequest('/account/access')).location).toContain('/sign-in?')
  expect((await members.sendRequest('/api/personal-access')).status).toBe(405)
})

test('members read Markdown copies of the pages that they may read', async () => {
  const copy = await members.sendRequest('/members/ledger.md', { as: BOARD })
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(copy.headers.get('cache-control')).toBe('private, no-store')
  expect(copy.body).toContain(`url: "${members.site.url}/members/ledger"`)
  expect(copy.body).toContain('Figures of')
  const { body } = await members.sendRequest('/members/ledger', { as: BOARD })
  expect(body).toContain('data-copy="/members/ledger.md"')
  const preferred = await members.sendRequest('/members/ledger', { as: BOARD, headers: { accept: 'text/markdown' } })
  expect(preferred.body).toBe(copy.body)
  expect((await members.sendRequest('/members/index.md', { as: BOARD })).status).toBe(200)

  const forbidden = await members.sendRequest('/members/ledger.md', { as: CHOIR })
  const missing = await members.sendRequest('/members/none.md', { as: CHOIR })
  expect([forbidden.status, forbidden.body]).toEqual([404, missing.body])
  for (const address of ['/members/ledger.md', '/members/none.md', '/api/markdown/members/ledger', '/ledger.md']) {
    const { status, body: text } = await members.sendRequest(address)
    expect([307, 404], address).toContain(status)
    expect(text).not.toMatch(RESTRICTED_TEXT)
  }
})

interface AuditLine {
  action: string
  decision: string
  person?: string
  token?: string
  page?: string
  path?: string
  editor?: boolean
}

const readAudit = (): AuditLine[] =>
  (existsSync(auditLog) ? readdirSync(auditLog) : []).flatMap((name) =>
    readFileSync(path.join(auditLog, name), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditLine])),
  )

test('the audit log has what members read and editors do, and neither tokens nor visits of the public', async () => {
  const ledger = members.findPageId('Ledger')
  const lounge = members.findPageId('Lounge')
  const { feed, token } = await makeAddresses(BOARD)
  await searchFor(members.site, 'figures')
  // Lines are written in the background.
  await expect.poll(() => readAudit().at(-1)?.action).toBe('make-addresses')
  const before = readAudit().length
  await members.sendRequest('/members/ledger', { as: BOARD })
  await fetch(members.site.url + feed)
  await call('fetch', { id: ledger }, `Bearer ${token}`)
  // Before a session in the choir, which changes the rights of the token.
  await call('search', { query: 'figures' }, `Bearer ${token}`)
  await members.sendRequest('/members/ledger', { as: CHOIR })
  await members.sendRequest('/members/ledger.md', { as: BOARD })
  await members.sendRequest(`/members/files/${lounge}/00-x.png`, { as: BOARD })
  await members.sendRequest('/members/desk', { as: EDITOR })
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  await members.sendRequest('/members/desk/refresh', { as: EDITOR, method: 'POST', headers: sameOrigin })
  const query = { method: 'POST', body: JSON.stringify({ query: 'figures' }) }
  const json = { ...sameOrigin, 'content-type': 'application/json' }
  for (const as of ['visitor', CHOIR, BOARD] as const) {
    await members.sendRequest('/api/search', { as, ...query, headers: json })
    await members.sendRequest('/search?q=figures', { as })
  }
  await members.sendRequest('/quay')
  await expect.poll(() => readAudit().length - before).toBe(11)
  const lines = readAudit()
  const added = lines.slice(-11).map(({ action, decision, page, path: at }) => [action, decision, page ?? at])
  expect(added).toEqual([
    ['read', 'allowed', ledger],
    ['feed', 'allowed', undefined],
    ['assistant', 'allowed', ledger],
    ['search', 'allowed', undefined],
    ['read', 'denied', '/members/ledger'],
    ['copy', 'allowed', ledger],
    ['file', 'denied', lounge],
    ['desk', 'allowed', '/members/desk'],
    ['sync', 'allowed', undefined],
    // Of the board only, whose members find a page.
    ['search', 'allowed', undefined],
    ['search', 'allowed', undefined],
  ])
  expect(lines.at(-3)).toMatchObject({ person: 'user_1', editor: true })
  const made = lines.find(({ action }) => action === 'make-addresses')
  for (const line of [-9, -8]) expect(lines.at(line)?.token).toBe(made?.token)
  const all = JSON.stringify(lines)
  for (const secret of [feed.split('~').at(-1), token.split('~').at(-1)]) expect(all).not.toContain(secret)
})

test('the dashboard explains to editors who can read a page', async () => {
  const ask = (query: string) => members.sendRequest(`/members/desk?${query}`, { as: EDITOR })
  const { status, body } = await ask('page=%2Fledger&as=choir')
  expect(status).toBe(200)
  expect(body).toContain('Cannot be read by a member of choir.')
  expect(body).toMatch(/“Ledger”: is shown to members of board ← this decides/)
  expect((await ask('page=ledg&as=board')).body).toContain('Can be read by a member of board.')
  expect((await ask('page=%3Cscript%3E&page=b&as=%22')).body).not.toContain('<script>,')
  expect((await members.sendRequest('/members/desk?page=ledger&as=', { as: BOARD })).status).toBe(403)
})
