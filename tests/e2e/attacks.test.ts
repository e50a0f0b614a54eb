import { createHmac } from 'node:crypto'
import { BOARD, CHOIR, EDITOR, type MembersSite, PAGE_REQUEST_HEADERS, RESTRICTED_TEXT } from '../support/members-site'
import { listRouteAddresses } from '../support/routes'
import { createClaims, createKeyPair, signToken } from '../support/sign-in/keys'
import { createToken } from '../support/sign-in/visitor'
import { expect, test } from './base'

test.describe.configure({ mode: 'default' })

const getNow = () => Math.floor(Date.now() / 1000)
const createBoardClaims = ({ site, keys }: MembersSite) =>
  createClaims(
    { user: 'u', session: 's', site: site.url, organization: { id: 'o', slug: 'board', role: 'admin' } },
    keys.issuer,
  )
const createUnsignedToken = (membersSite: MembersSite, alg: string, signature = '') => {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encodePart({ alg, typ: 'JWT' })}.${encodePart(createBoardClaims(membersSite))}.${signature}`
}
const BAD_TOKENS: [name: string, token: (membersSite: MembersSite) => string][] = [
  [
    'expired',
    ({ keys, site }) =>
      createToken(keys, site.url, BOARD, { iat: getNow() - 900, nbf: getNow() - 900, exp: getNow() - 600 }),
  ],
  ['not yet valid', ({ keys, site }) => createToken(keys, site.url, BOARD, { nbf: getNow() + 600 })],
  [
    'tampered',
    (membersSite) =>
      createToken(membersSite.keys, membersSite.site.url, CHOIR).replace(
        /\.[^.]+\./,
        `.${createUnsignedToken(membersSite, 'RS256').split('.')[1]}.`,
      ),
  ],
  ['signed with another key', (membersSite) => signToken(createBoardClaims(membersSite), createKeyPair().privateKey)],
  ['without a signature algorithm', (membersSite) => createUnsignedToken(membersSite, 'none')],
  [
    'signed with the public key as a secret',
    (membersSite) =>
      createUnsignedToken(
        membersSite,
        'HS256',
        createHmac('sha256', membersSite.keys.jwtKey).update('x').digest('base64url'),
      ),
  ],
  [
    'from another issuer',
    ({ keys, site }) => createToken(keys, site.url, BOARD, { iss: 'https://clerk.evil.example' }),
  ],
  ['for another site', ({ keys }) => createToken(keys, 'https://evil.example', BOARD)],
]
for (const [name, token] of BAD_TOKENS) {
  test(`a token ${name} gives no access`, async ({ membersSite }) => {
    for (const path of ['/members/ledger', '/members']) {
      for (const headers of [...PAGE_REQUEST_HEADERS, { 'sec-fetch-dest': 'empty' }]) {
        const { status, body, location } = await membersSite.sendRequest(path, { token: token(membersSite), headers })
        expect(status).toBe(307)
        expect(location).toMatch(/sign-in|clerk\.colophon\.example/)
        expect(body).not.toMatch(RESTRICTED_TEXT)
      }
    }
  })
}

test('no request header bypasses access control', async ({ membersSite: { sendRequest, keys, site } }) => {
  const token = createToken(keys, site.url, BOARD)
  const forged: Record<string, string>[] = [
    { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
    { 'x-middleware-next': '1', 'x-middleware-rewrite': '/members/ledger' },
    { 'x-matched-path': '/members/ledger', 'x-invoke-path': '/members/ledger', 'x-invoke-status': '200' },
    { 'x-clerk-auth-status': 'signed-in', 'x-clerk-auth-token': token, 'x-clerk-auth-signature': 'x' },
    { 'x-clerk-request-data': 'x', 'x-clerk-clerk-url': `${site.url}/` },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ]
  for (const headers of forged) {
    for (const path of ['/members/ledger', '/members/sketch', '/ledger', '/']) {
      const { status, body, location } = await sendRequest(path, { headers })
      expect([200, 307, 404], JSON.stringify(headers)).toContain(status)
      if (status === 200) expect(path).toBe('/')
      expect(body).not.toMatch(RESTRICTED_TEXT)
      expect(location ?? '').not.toContain('evil.example')
      // The headers give a signed-in member no further access either.
      expect((await sendRequest('/members/songbook', { as: BOARD, headers })).status).toBe(403)
    }
  }
})

test('no spelling of an address bypasses access control', async ({ membersSite: { sendRequest } }) => {
  for (const path of [
    '/%6dembers/ledger',
    '/Members/ledger',
    '/members%2Fledger',
    '//members/ledger',
    '/./members/ledger',
    '/x/../members/ledger',
    '/members/ledger.rsc',
    '/members/ledger.txt',
    '/members/ledger.segments/_full.segment.rsc',
    '/members/ledger/_next/x.js',
    '/_next/../members/ledger',
    '/_next/data/x/members/ledger.json',
    '/members/ledger?x=.png',
    '/members/ledger;x.png',
    '/sign-in/../members/ledger',
    '/auth/..%2fmembers/ledger',
    '/plain/members/ledger',
    '/rows/00000000/1/members/ledger',
    '/api/rows/00000000/members/ledger',
    '/index/members/ledger',
  ]) {
    for (const headers of PAGE_REQUEST_HEADERS) {
      const { status, body } = await sendRequest(path, { headers })
      // All paths below /auth return the same page of the sign-in provider.
      expect([...(path.startsWith('/auth/') ? [200] : []), 307, 308, 400, 404], path).toContain(status)
      expect(body).not.toMatch(RESTRICTED_TEXT)
    }
  }
})

const PLACEHOLDERS = Object.fromEntries(
  'term list name view number part hash page file token'.split(' ').map((name) => [name, ['1']]),
)

test('rejects cross-site requests that change state (CSRF)', async ({ membersSite: { sendRequest } }) => {
  const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  for (const path of [
    '/members',
    '/members/desk',
    '/members/desk/refresh',
    '/account',
    '/organization',
    '/sign-in',
    '/sign-up',
    '/',
  ]) {
    for (const headers of [cross, { ...cross, 'next-action': '00deadbeef' }, { origin: 'null' }]) {
      const { status } = await sendRequest(path, { as: EDITOR, method: 'POST', headers })
      expect([403, 405], `${path} ${JSON.stringify(headers)}`).toContain(status)
    }
  }
  // All handlers reject cross-site requests, also those with valid cookies.
  for (const path of listRouteAddresses({ ...PLACEHOLDERS, path: ['quay'] })) {
    const { status } = await sendRequest(path, { as: EDITOR, method: 'POST', headers: cross })
    expect([400, 401, 403, 404, 405], path).toContain(status)
  }
  expect((await sendRequest('/members/desk/refresh', { method: 'POST' })).status).toBe(303)
  const { status } = await sendRequest('/api/search', { as: EDITOR, method: 'POST', headers: cross })
  expect(status).toBe(403)
})

test('a token of another organization gives no access to restricted pages', async ({
  membersSite: { sendRequest },
}) => {
  for (const headers of PAGE_REQUEST_HEADERS) {
    for (const path of ['/members/ledger', '/members/ledger.rsc', '/members/sketch', '/members/desk']) {
      const { status, body } = await sendRequest(path, { as: CHOIR, headers })
      expect([307, 403], path).toContain(status)
      expect(body).not.toMatch(RESTRICTED_TEXT)
    }
  }
})

test('the image optimizer of Next.js serves no restricted picture', async ({
  membersSite: { sendRequest, findPageId, picture },
}) => {
  const file = `/members/files/${findPageId('Ledger')}/${picture.hash}-ledger.png`
  expect((await sendRequest(file, { as: BOARD })).status).toBe(200)
  for (const address of [file, `/files/${picture.hash}/ledger.png`]) {
    const { status } = await sendRequest(`/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`)
    expect([400, 404], address).toContain(status)
  }
  expect((await sendRequest(`${file}?w=640`)).status).toBe(307)
})

test('pages read by a member are not served to other visitors', async ({ membersSite: { sendRequest } }) => {
  for (const path of ['/members/ledger', '/members', '/ledger', '/']) {
    const before = await sendRequest(path)
    await sendRequest(path, { as: BOARD })
    const after = await sendRequest(path)
    expect([after.status, after.body.length], path).toEqual([before.status, before.body.length])
    expect(after.body).not.toMatch(RESTRICTED_TEXT)
    expect(after.headers.get('set-cookie')).toBeNull()
  }
})
