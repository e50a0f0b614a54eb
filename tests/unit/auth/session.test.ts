import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSession } from '@/lib/auth/session'
import { type Env, readEnv } from '@/lib/env'
import { claimsOf, newPair, type Speaker, serviceKeys, signedToken } from '../../support/sign-in/keys'
import { cookiesWith, siteEnv } from '../../support/sign-in/visitor'

const SITE = 'https://site.example'
const keys = serviceKeys()
const env = readEnv({ ...siteEnv(keys), SITE_URL: SITE, EDITORS_ORGANIZATION: 'Editors' }, '/')
const BOARD = { id: 'org_1', slug: 'board', role: 'member' }
const speaker: Speaker = { user: 'user_1', session: 'sess_1', site: SITE, organization: BOARD }
const PUBLIC = { signedIn: false, organizations: [] }
const MEMBER = { signedIn: true, organizations: ['org_1', 'board'] }

type Claims = Record<string, unknown>
const now = Math.floor(Date.now() / 1000)
const token = (more: Claims = {}, of: Speaker = speaker) =>
  signedToken({ ...claimsOf(of, keys.issuer), ...more }, keys.privateKey)

const cookies = (jwt: string, since?: number) => cookiesWith(keys, jwt, since)

async function viewerWith(headers: Record<string, string>, settings: Env = env) {
  return (await readSession({ method: 'POST', path: '/members', headers: new Headers(headers) }, settings)).viewer
}
const viewerOf = (jwt: string) => viewerWith({ cookie: cookies(jwt) })

describe('a session', () => {
  it('has the viewer and the active organization', async () => {
    expect(await viewerOf(token())).toEqual(MEMBER)
    expect(await viewerWith({ authorization: `Bearer ${token()}` })).toEqual(MEMBER)
    expect(await viewerOf(token({ o: undefined }))).toEqual({ signedIn: true, organizations: [] })
  })

  it('makes only admins of the editors’ organization editors', async () => {
    const as = (slug: string, role: string) =>
      viewerOf(token({}, { ...speaker, organization: { id: 'org_2', slug, role } }))
    expect(await as('editors', 'admin')).toMatchObject({ organizations: ['org_2', 'editors'], role: 'editor' })
    for (const [slug, role] of [
      ['editors', 'member'],
      ['editors', 'admin2'],
      ['board', 'admin'],
      ['editors-2', 'admin'],
    ] as const) {
      expect((await as(slug, role)).role, `${role} of ${slug}`).toBeUndefined()
    }
  })

  it('matches the id of the editors’ organization, which no slug can imitate', async () => {
    const byId = { ...env, editorsOrganization: 'org_2AbC' }
    const as = (id: string, slug: string) =>
      viewerWith({ cookie: cookies(token({}, { ...speaker, organization: { id, slug, role: 'admin' } })) }, byId)
    expect(await as('org_2AbC', 'any')).toEqual({ signedIn: true, organizations: ['org_2abc', 'any'], role: 'editor' })
    expect(await as('org_3', 'org_2abc')).toEqual({ signedIn: true, organizations: ['org_3'] })
    expect(await as('org_3', 'ORG_2AbC')).toEqual({ signedIn: true, organizations: ['org_3'] })
  })

  it('has the public viewer if sign-in is off', async () => {
    expect(await viewerWith({ cookie: cookies(token()) }, readEnv({ SITE_URL: SITE }, '/'))).toEqual(PUBLIC)
  })
})

const hs256 = () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claimsOf(speaker, keys.issuer))}`
  return `${unsigned}.${createHmac('sha256', keys.jwtKey).update(unsigned).digest('base64url')}`
}
const swapped = () => {
  const [header, , signature] = token().split('.')
  const claims = { ...claimsOf(speaker, keys.issuer), o: { id: 'org_9', slg: 'editors', rol: 'admin' } }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
const unsigned = (alg: string) => {
  const jwt = signedToken(claimsOf(speaker, keys.issuer), keys.privateKey, { alg, typ: 'JWT' })
  return jwt.slice(0, jwt.lastIndexOf('.') + 1)
}

describe('a request with', () => {
  it.each<[string, () => string]>([
    ['a token that has run out', () => token({ iat: now - 900, nbf: now - 900, exp: now - 600 })],
    ['a token that is not valid yet', () => token({ nbf: now + 600 })],
    ['a token from the future', () => token({ iat: now + 600 })],
    ['a token without an end', () => token({ exp: undefined })],
    ['a token with changed claims', swapped],
    ['a token signed by another key', () => signedToken(claimsOf(speaker, keys.issuer), newPair().privateKey)],
    ['a token signed with the public key as a secret', hs256],
    ['a token without a signature', () => unsigned('none')],
    ['a token whose signature was cut off', () => unsigned('RS256')],
    ['a token of another issuer', () => token({ iss: 'https://clerk.evil.example' })],
    ['a token of no issuer', () => token({ iss: undefined })],
    ['a token for another site', () => token({ azp: 'https://evil.example' })],
    ['a token for no site', () => token({ azp: undefined })],
    ['a session that is not finished', () => token({ sts: 'pending' })],
    ['a word that is no token', () => 'open-sesame'],
    ['an empty token', () => ''],
  ])('%s is the public', async (_, made) => {
    const jwt = made()
    expect(await viewerOf(jwt)).toEqual(PUBLIC)
    expect(await viewerWith({ authorization: `Bearer ${jwt}` })).toEqual(PUBLIC)
  })

  it('another organization’s token reads as that organization only', async () => {
    const choir = await viewerOf(token({}, { ...speaker, organization: { id: 'org_3', slug: 'choir', role: 'admin' } }))
    expect(choir).toEqual({ signedIn: true, organizations: ['org_3', 'choir'] })
  })

  it('an ended session returns the public viewer', async () => {
    expect(await viewerWith({ cookie: cookies(token(), now + 30) })).toEqual(PUBLIC)
    expect(await viewerWith({ cookie: cookies(token(), 0) })).toEqual(PUBLIC)
    expect(await viewerWith({ cookie: `__session=${token()}` })).toEqual(PUBLIC)
  })

  it('headers of the library, the framework or a proxy returns the public viewer', async () => {
    const forged: Record<string, string>[] = [
      { 'x-clerk-auth-status': 'signed-in', 'x-clerk-auth-token': token(), 'x-clerk-auth-signature': 'x' },
      { 'x-clerk-request-data': 'x', 'x-clerk-auth-reason': '', 'x-clerk-clerk-url': SITE },
      { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
      { 'x-middleware-request-cookie': cookies(token()), 'x-middleware-override-headers': 'cookie' },
    ]
    for (const headers of forged) expect(await viewerWith(headers)).toEqual(PUBLIC)
  })
})

describe('a browser with an expired token', () => {
  const old = { cookie: cookies(token({ iat: now - 900, nbf: now - 900, exp: now - 600 })), accept: 'text/html' }
  const read = (method: string, headers: Record<string, string>, path = '/members/a?b=c') =>
    readSession({ method, path, headers: new Headers(headers) }, env)

  it('is redirected to the service, and returns to this site whatever its Host header is', async () => {
    const { headers } = await read('GET', { ...old, host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const to = new URL(headers.get('location') ?? '')
    expect(to.origin).toBe(keys.issuer)
    expect(to.searchParams.get('redirect_url')).toBe(`${SITE}/members/a?b=c`)
  })

  it('is not redirected from a form or a fetch', async () => {
    expect((await read('POST', old)).headers.get('location')).toBeNull()
    expect((await read('GET', { ...old, accept: '*/*', 'sec-fetch-dest': 'empty' })).headers.get('location')).toBeNull()
  })
})

describe('a cached session', () => {
  it('is verified again after the editors’ organization changes', async () => {
    const admin = token({}, { ...speaker, organization: { id: 'org_4', slug: 'crew', role: 'admin' } })
    const headers = { cookie: cookies(admin) }
    expect((await viewerWith(headers)).role).toBeUndefined()
    expect((await viewerWith(headers, { ...env, editorsOrganization: 'crew' })).role).toBe('editor')
  })
})
