import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import { getSigningKeys } from './signing-keys'

/** A provider that responds with whatever a test wants, such as tokens that must be rejected. */
export interface ForgingProvider {
  issuer: string
  env: Record<string, string>
  /** The claims of a correct ID token for the last sign-in. */
  createClaims(): JWTPayload
  /** Signs a token. By default with the current key. */
  sign(claims: JWTPayload, header?: Record<string, string>, key?: CryptoKey | Uint8Array): Promise<string>
  /** What the next responses contain. */
  next: {
    idToken?: () => Promise<string | undefined>
    userInfo?: object
    refreshToken?: string
    /** The `iss` parameter of the redirect. */
    iss?: string
    metadata?: object
    /** The `error` of the token endpoint. */
    tokenError?: string
  }
  /** Replaces the key with which tokens are signed. */
  rotateKey(): Promise<void>
  requests: string[]
  stop(): Promise<void>
}

const CLIENT_ID = 'colophon'

/** Starts a provider on loopback that signs every visitor in as `mia`. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests: string[] = []
  const next: ForgingProvider['next'] = {}
  let nonce = ''
  const createKey = async (kid: string) => ({ kid, ...(await getSigningKeys(kid)) })
  let key = await createKey('key-1')
  const createClaims = (): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return { iss: issuer, aud: CLIENT_ID, sub: 'mia', iat: now, exp: now + 3600, nonce, groups: ['board'] }
  }
  const sign: ForgingProvider['sign'] = (claims, header = {}, signingKey = key.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(signingKey)

  const respond = async (request: IncomingMessage, url: URL): Promise<[status: number, body: object]> => {
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/keys`,
            end_session_endpoint: `${issuer}/end`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
            ...next.metadata,
          },
        ]
      case '/keys':
        return [200, { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' }] }]
      case '/token': {
        for await (const _ of request);
        if (next.tokenError !== undefined) return [400, { error: next.tokenError }]
        const idToken = next.idToken === undefined ? await sign(createClaims()) : await next.idToken()
        const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 60 }
        return [200, { ...tokens, ...(idToken && { id_token: idToken }), refresh_token: next.refreshToken }]
      }
      case '/userinfo':
        return [200, next.userInfo ?? { sub: 'mia', name: 'Mia' }]
      default:
        return [404, {}]
    }
  }
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    requests.push(url.pathname)
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      const state = url.searchParams.get('state') ?? ''
      back.search = String(new URLSearchParams({ code: 'a-code', state, iss: next.iss ?? issuer }))
      return void response.writeHead(303, { location: back.href }).end()
    }
    void respond(request, url).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: 'secret of the client',
      SITE_SECRET: 'a-secret-of-the-tests-of-oidc',
    },
    createClaims,
    sign,
    next,
    async rotateKey() {
      key = await createKey(`${key.kid}+`)
    },
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
