import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSession } from '@/lib/auth/session'
import { type Env, readEnv } from '@/lib/settings/env'
import {
  createClaims,
  createKeyPair,
  createServiceKeys,
  signToken,
  type TokenSubject,
} from '../../support/sign-in/keys'
import { createCookies as cookiesWith, getSignInEnv } from '../../support/sign-in/visitor'

const SITE = 'https://site.example'
const keys = createServiceKeys()
const env = readEnv({ ...getSignInEnv(keys), SITE_URL: SITE, EDITORS_ORGANIZATION: 'Editors' }, '/')
const BOARD = { id: 'org_1', slug: 'board', role: 'member' }
const speaker: TokenSubject = { user: 'user_1', session: 'sess_1', site: SITE, organization: BOARD }
const PUBLIC = { signedIn: false, organizations: [] }
const MEMBER = { signedIn: true, organizations: ['org_1', 'board'] }

type Claims = Record<string, unknown>
const now = Math.floor(Date.now() / 1000)
const createToken = (more: Claims = {}, by: TokenSubject = speaker) =>
  signToken({ ...createClaims(by, keys.issuer), ...more }, keys.privateKey)

const createCookies = (jwt: string, since?: number) => cookiesWith(keys, jwt, since)

async function readViewer(headers: Record<string, string>, settings: Env = env) {
  return (await readSession({ method: 'POST', path: '/members', headers: new Headers(headers) }, settings)).viewer
}
const readCookieViewer = (jwt: string) => readViewer({ cookie: createCookies(jwt) })

describe('readSession', () => {
  it('returns the viewer with the active organization', async () => {
    expect(await readCookieViewer(createToken())).toEqual(MEMBER)
    expect(await readViewer({ authorization: `Bearer ${createToken()}` })).toEqual(MEMBER)
    expect(await readCookieViewer(createToken({ o: undefined }))).toEqual({ signedIn: true, organizations: [] })
  })

  it('returns the role of editor only for admins of the editors’ organization', async () => {
    const readAs = (slug: string, role: string) =>
      readCookieViewer(createToken({}, { ...speaker, organization: { id: 'org_2', slug, role } }))
    expect(await readAs('editors', 'admin')).toMatchObject({ organizations: ['org_2', 'editors'], role: 'editor' })
    for (const [slug, role] of [
      ['editors', 'member'],
      ['editors', 'admin2'],
      ['editors', 'superadmin'],
      ['board', 'admin'],
      ['editors-2', 'admin'],
    ] as const) {
      expect((await readAs(slug, role)).role, `${role} of ${slug}`).toBeUndefined()
    }
  })

  it('matches the id of the editors’ organization and not a slug that equals it', async () => {
    const byId = { ...env, editorsOrganization: 'org_2AbC' }
    const readAs = (id: string, slug: string) =>
      readViewer(
        { cookie: createCookies(createToken({}, { ...speaker, organization: { id, slug, role: 'admin' } })) },
        byId,
      )
    expect(await readAs('org_2AbC', 'any')).toEqual({
      signedIn: true,
      organizations: ['org_2abc', 'any'],
      role: 'editor',
    })
    expect(await readAs('org_3', 'org_2abc')).toEqual({ signedIn: true, organizations: ['org_3'] })
    expect(await readAs('org_3', 'ORG_2AbC')).toEqual({ signedIn: true, organizations: ['org_3'] })
  })

  it('returns the public viewer if sign-in is disabled', async () => {
    expect(await readViewer({ cookie: createCookies(createToken()) }, readEnv({ SITE_URL: SITE }, '/'))).toEqual(PUBLIC)
  })
})

const createHs256Token = () => {
  const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(createClaims(speaker, keys.issuer))}`
  return `${unsigned}.${createHmac('sha256', keys.jwtKey).update(unsigned).digest('base64url')}`
}
const createChangedToken = () => {
  const [header, , signature] = createToken().split('.')
  const claims = { ...createClaims(speaker, keys.issuer), o: { id: 'org_9', slg: 'editors', rol: 'admin' } }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
const createUnsignedToken = (alg: string) => {
  const jwt = signToken(createClaims(speaker, keys.issuer), keys.privateKey, { alg, typ: 'JWT' })
  return jwt.slice(0, jwt.lastIndexOf('.') + 1)
}

describe('readSession with invalid credentials', () => {
  it.each<[string, () => string]>([
    ['an expired token', () => createToken({ iat: now - 900, nbf: now - 900, exp: now - 600 })],
    ['a token that is not valid yet', () => createToken({ nbf: now + 600 })],
    ['a token from the future', () => createToken({ iat: now + 600 })],
    ['a token without an expiry', () => createToken({ exp: undefined })],
    ['a token with changed claims', createChangedToken],
    ['a token signed by another key', () => signToken(createClaims(speaker, keys.issuer), createKeyPair().privateKey)],
    ['a token signed with the public key as a secret', createHs256Token],
    ['a token without a signature', () => createUnsignedToken('none')],
    ['a token whose signature was cut off', () => createUnsignedToken('RS256')],
    ['a token of another issuer', () => createToken({ iss: 'https://clerk.evil.example' })],
    ['a token of no issuer', () => createToken({ iss: undefined })],
    ['a token for another site', () => createToken({ azp: 'https://evil.example' })],
    ['a token for no site', () => createToken({ azp: undefined })],
    ['a session that is not finished', () => createToken({ sts: 'pending' })],
    ['a value that is not a token', () => 'open-sesame'],
    ['an empty token', () => ''],
  ])('returns the public viewer for %s', async (_, create) => {
    const jwt = create()
    expect(await readCookieViewer(jwt)).toEqual(PUBLIC)
    expect(await readViewer({ authorization: `Bearer ${jwt}` })).toEqual(PUBLIC)
  })

  it('returns only the organization of the token', async () => {
    const choir = await readCookieViewer(
      createToken({}, { ...speaker, organization: { id: 'org_3', slug: 'choir', role: 'admin' } }),
    )
    expect(choir).toEqual({ signedIn: true, organizations: ['org_3', 'choir'] })
  })

  it('returns the public viewer for an ended session', async () => {
    expect(await readViewer({ cookie: createCookies(createToken(), now + 30) })).toEqual(PUBLIC)
    expect(await readViewer({ cookie: createCookies(createToken(), 0) })).toEqual(PUBLIC)
    expect(await readViewer({ cookie: `__session=${createToken()}` })).toEqual(PUBLIC)
  })

  it('ignores headers of the library, the framework or a proxy', async () => {
    const forged: Record<string, string>[] = [
      { 'x-clerk-auth-status': 'signed-in', 'x-clerk-auth-token': createToken(), 'x-clerk-auth-signature': 'x' },
      { 'x-clerk-request-data': 'x', 'x-clerk-auth-reason': '', 'x-clerk-clerk-url': SITE },
      { 'x-middleware-request-cookie': createCookies(createToken()), 'x-middleware-override-headers': 'cookie' },
    ]
    for (const headers of forged) expect(await readViewer(headers)).toEqual(PUBLIC)
  })
})

describe('readSession with an expired token of a browser', () => {
  const old = {
    cookie: createCookies(createToken({ iat: now - 900, nbf: now - 900, exp: now - 600 })),
    accept: 'text/html',
  }
  const read = (method: string, headers: Record<string, string>, path = '/members/a?b=c') =>
    readSession({ method, path, headers: new Headers(headers) }, env)

  it('redirects to the sign-in service and ignores the Host header in the return address', async () => {
    const { headers } = await read('GET', { ...old, host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const to = new URL(headers.get('location') ?? '')
    expect(to.origin).toBe(keys.issuer)
    expect(to.searchParams.get('redirect_url')).toBe(`${SITE}/members/a?b=c`)
  })

  it('does not redirect a form or a fetch', async () => {
    const form = { ...old, 'sec-fetch-dest': 'document' }
    expect((await read('GET', form, '/api/comments')).headers.get('location')).not.toBeNull()
    expect((await read('POST', form, '/api/comments')).headers.get('location')).toBeNull()
    expect((await read('GET', { ...old, accept: '*/*', 'sec-fetch-dest': 'empty' })).headers.get('location')).toBeNull()
  })
})

describe('readSession with a cached session', () => {
  it('verifies it again after the editors’ organization changes', async () => {
    const admin = createToken({}, { ...speaker, organization: { id: 'org_4', slug: 'crew', role: 'admin' } })
    const headers = { cookie: createCookies(admin) }
    expect((await readViewer(headers)).role).toBeUndefined()
    expect((await readViewer(headers, { ...env, editorsOrganization: 'crew' })).role).toBe('editor')
  })
})
