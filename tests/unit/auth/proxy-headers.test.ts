import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROOF_HEADER, takeProxyHeaders } from '@/lib/auth/proxy-headers'
import { readSession } from '@/lib/auth/session'
import { createUnlockCookie } from '@/lib/auth/unlocking'
import { getRuntime } from '@/lib/runtime'
import { type Env, readEnv } from '@/lib/settings/env'
import { createLockFor } from '@/lib/site/page-locks'
import { getSigningKeys } from '@/tests/support/oidc/signing-keys'
import { createId } from '@/tests/support/records'

const SITE_URL = 'https://docs.example'
const PUBLIC = { signedIn: false, organizations: [] }
const env = readEnv(
  {
    SITE_URL,
    TRUST_PROXY: '1',
    AUTH_HEADER_USER: 'X-Forwarded-Email',
    AUTH_HEADER_GROUPS: 'X-Forwarded-Groups',
    AUTH_HEADER_FROM: '10.0.0.0/8, ::1',
    EDITORS_GROUP: 'editors',
  },
  '/',
)

async function readViewer(headers: IncomingHttpHeaders, settings: Env) {
  const list = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
  return readSession({ method: 'GET', path: '/members', headers: list }, settings)
}

/** Handles headers as the server does for a request from an address. */
function receive(
  headers: IncomingHttpHeaders,
  address: string | undefined,
  settings = env,
  repeated: string[] = [],
): IncomingHttpHeaders {
  if (settings.signIn?.kind !== 'headers') throw new Error('no headers')
  const received = { ...headers }
  delete received[PROOF_HEADER]
  const rawHeaders = [...Object.entries(headers).flat().map(String), ...repeated]
  const request = { headers: received, rawHeaders, socket: { remoteAddress: address } }
  const taken = takeProxyHeaders(request, settings.signIn)
  return { ...received, ...taken }
}

const BEN = { 'x-forwarded-email': 'ben@example.com', 'x-forwarded-groups': 'Board, /choir,a b,editors' }

describe('headers of a proxy', () => {
  it('name a person with all groups, from the addresses of the proxy', async () => {
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1']) {
      const { viewer, person } = await readViewer(receive(BEN, address), env)
      expect(viewer).toEqual({ signedIn: true, organizations: ['board', 'choir', 'editors'], role: 'editor' })
      expect(person).toEqual({ id: 'ben@example.com', email: 'ben@example.com' })
    }
  })

  it.each(['11.0.0.1', '127.0.0.1', '::2', '::ffff:11.0.0.1', '', 'unknown', undefined])(
    'are removed from a request of %j',
    async (address) => {
      const headers = receive(BEN, address)
      expect(Object.keys(headers)).toEqual([])
      expect((await readViewer(headers, env)).viewer).toEqual(PUBLIC)
    },
  )

  it('open the pages whose passwords the person has given, too', async () => {
    const settings = { ...env, siteSecret: 'a secret of the tests' }
    const lock = createLockFor(createId('Diary'), 'open sesame', settings) ?? ''
    const cookie = createUnlockCookie(lock, settings).split(';')[0] ?? ''
    const { viewer } = await readViewer(receive({ ...BEN, cookie }, '10.0.0.1'), settings)
    expect(viewer).toMatchObject({ signedIn: true, role: 'editor', unlocked: [lock] })
  })

  it('do not count without the proof of the server', async () => {
    receive(BEN, '10.0.0.1')
    for (const proof of ['', 'true', '1']) {
      expect((await readViewer({ ...BEN, [PROOF_HEADER]: proof }, env)).viewer).toEqual(PUBLIC)
    }
    expect((await readViewer(BEN, env)).viewer).toEqual(PUBLIC)
    expect((await readViewer(receive({ ...BEN, [PROOF_HEADER]: 'x' }, '11.0.0.1'), env)).viewer).toEqual(PUBLIC)
  })

  it('do not count if they are empty, too long or repeated', async () => {
    for (const user of ['', ' ', 'a'.repeat(256), 'ben, eva', 'a\tb']) {
      const headers = receive({ ...BEN, 'x-forwarded-email': user }, '10.0.0.1')
      expect((await readViewer(headers, env)).viewer, user).toEqual(PUBLIC)
    }
    expect((await readViewer(receive({ 'x-forwarded-groups': 'editors' }, '10.0.0.1'), env)).viewer).toEqual(PUBLIC)
    for (const name of ['X-Forwarded-Email', 'X-Forwarded-Groups']) {
      const headers = receive(BEN, '10.0.0.1', env, [name, 'ben@example.com'])
      expect((await readViewer(headers, env)).viewer, name).toEqual(PUBLIC)
    }
  })
})

describe('the cookie that tells public pages whether someone is signed in', () => {
  const SIGNED_IN = 'colophon-signed-in=1; Path=/; SameSite=Lax; Secure'
  const SIGNED_OUT = 'colophon-signed-in=; Path=/; Max-Age=0; SameSite=Lax; Secure'

  it.each([
    ['is set for a person of the proxy', BEN, '', [SIGNED_IN]],
    ['is not set again', BEN, 'a=b; colophon-signed-in=1', []],
    ['is removed after the person signed out at the proxy', {}, 'colophon-signed-in=1', [SIGNED_OUT]],
    ['is not set for visitors', {}, 'x-colophon-signed-in=1', []],
  ])('%s', async (_, sent, cookie, expected) => {
    const { headers } = await readViewer(receive({ ...sent, cookie }, '10.0.0.1'), env)
    expect(headers.getSetCookie()).toEqual(expected)
  })
})

describe('Cloudflare Access', () => {
  const AUDIENCE = '32eafc7626e737136662151'

  async function startTeam() {
    const { privateKey, publicKey } = await getSigningKeys('k')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
    const server = createServer((request, response) => {
      if (request.url !== '/cdn-cgi/access/certs') response.statusCode = 404
      response.end(JSON.stringify({ keys: [jwk] }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
      getRuntime().problems?.clear()
    })
    const team = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = readEnv({ SITE_URL, CLOUDFLARE_ACCESS: `${team}#${AUDIENCE}`, EDITORS_GROUP: 'editors' }, '/')
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: team,
      aud: [AUDIENCE],
      sub: 'a-person',
      email: 'ben@example.com',
      iat: now,
      exp: now + 60,
      custom: { groups: ['board'] },
    }
    const sign = (more: object = {}, header: object = {}, key: CryptoKey | Uint8Array = privateKey) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'RS256', kid: 'k', ...header }).sign(key)
    const read = async (token: string) =>
      readViewer(receive({ 'cf-access-jwt-assertion': token }, '203.0.113.9', settings), settings)
    return { settings, sign, read, now }
  }

  it('names a person by its verified token', async () => {
    const { sign, read } = await startTeam()
    const { viewer, person } = await read(await sign())
    expect(viewer).toEqual({ signedIn: true, organizations: ['board'] })
    expect(person).toEqual({ id: 'a-person', email: 'ben@example.com' })
  })

  it('gives no identity for a wrong token, or for its plain header', async () => {
    const { settings, sign, read, now } = await startTeam()
    const other = await getSigningKeys('another')
    const tokens = [
      sign({ iss: 'https://another.cloudflareaccess.com' }),
      sign({ aud: ['another'] }),
      sign({ exp: now - 61 }),
      sign({ exp: undefined }),
      sign({ nbf: now + 120 }),
      sign({ sub: '' }),
      sign({}, {}, other.privateKey),
      sign({}, { alg: 'HS256' }, new TextEncoder().encode(AUDIENCE.repeat(2))),
      'none',
      '',
    ]
    for (const token of tokens) expect((await read(await token)).viewer).toEqual(PUBLIC)
    const plain = receive({ 'cf-access-authenticated-user-email': 'ben@example.com' }, '127.0.0.1', settings)
    expect((await readViewer(plain, settings)).viewer).toEqual(PUBLIC)
  })
})
