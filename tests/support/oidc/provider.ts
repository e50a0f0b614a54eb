import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import type Provider from 'oidc-provider'
import { getSigningKeys } from './signing-keys'

/** A person whom the provider knows. Tests change the groups while it runs. */
export interface OidcAccount {
  name?: string
  email?: string
  email_verified?: boolean
  groups?: string[]
}

export interface OidcProvider {
  issuer: string
  accounts: Map<string, OidcAccount>
  /** Environment variables of a site that signs in here. */
  env: Record<string, string>
  /** Signs a token with the provider's key. Tests use another key or header for tokens that must be rejected. */
  sign(claims: JWTPayload, header?: Record<string, string>, key?: CryptoKey): Promise<string>
  /** Begins to serve a site with this public address. */
  serve(siteUrl: string): Promise<void>
  /** The paths of all requests so far. */
  requests: string[]
  /** Makes the provider respond with this status to everything, or not at all, until it is called again with false. */
  setDown(way: 429 | 503 | 'silent' | false): void
  stop(): Promise<void>
}

const CLIENT = { id: 'colophon', secret: 'the secret of the site' }
const KEY_ID = 'k1'

interface Options {
  /** Public address of the site, as the provider knows it. Without it, {@link OidcProvider.serve} has to be called. */
  siteUrl?: string
  /** Further configuration of the package. */
  more?: Record<string, unknown>
  /** Further values of the site's registration. */
  registration?: object
}

/**
 * Starts an OpenID Connect provider on loopback. Its sign-in form has one field, for the id of the account, and its sign-out form one
 * button.
 */
export async function startOidcProvider({ siteUrl, more, registration }: Options = {}): Promise<OidcProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The browsers of tests reach no other name of this machine.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const { privateKey } = await getSigningKeys(KEY_ID)
  const jwk = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, OidcAccount>()
  const createConfiguration = (address: string) => ({
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${address}/auth/callback`],
        post_logout_redirect_uris: [`${address}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${address}/auth/backchannel-logout`,
        backchannel_logout_session_required: true,
        ...registration,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'sid'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'offline_access', 'profile', 'email', 'groups'],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    issueRefreshToken: async () => true,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) =>
      accounts.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) } : undefined,
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 86_400, Session: 86_400, Grant: 86_400, Interaction: 600 },
    renderError: (context: { body: string }, _out: unknown, error: Error) => {
      context.body = `The provider refuses: ${error.message}`
    },
    ...more,
  })
  const requests: string[] = []
  let down: Parameters<OidcProvider['setDown']>[0] = false
  let provider: Provider | undefined
  const serve = async (address: string) => {
    provider = await createQuietly(issuer, createConfiguration(address))
    handle = provider.callback()
  }
  let handle: RequestListener | undefined
  if (siteUrl !== undefined) await serve(siteUrl)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer)
    requests.push(url.pathname)
    if (down === 'silent') return
    if (down !== false) return void response.writeHead(down).end()
    if (provider === undefined || handle === undefined) return void response.writeHead(503).end()
    if (!url.pathname.startsWith('/interaction/')) return void handle(request, response)
    interact(provider, request, response, url).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  return {
    issuer,
    accounts,
    serve,
    requests,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPES: 'openid profile email groups',
      SITE_SECRET: 'a-secret-of-the-tests-of-oidc',
      EDITORS_GROUP: 'editors',
    },
    sign: (claims, header = {}, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header }).sign(key),
    setDown(way) {
      down = way
    },
    stop: () => stop(server),
  }
}

/** Creates the provider without its warnings that it keeps everything in memory, and that it prefers a later Node.js. */
async function createQuietly(issuer: string, configuration: Record<string, unknown>): Promise<Provider> {
  const { warn } = console
  console.warn = () => {}
  try {
    const { default: OidcServer } = await import('oidc-provider')
    return new OidcServer(issuer, configuration)
  } finally {
    console.warn = warn
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Signs in the account that the form names, and consents to everything. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse, url: URL) {
  const { params, prompt, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const login = url.searchParams.get('login')
    if (login === null) {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<form><label>Account <input name="login"></label><button>Sign in at the provider</button></form>')
      return
    }
    if (login === 'cancel') return provider.interactionFinished(request, response, { error: 'access_denied' })
    return provider.interactionFinished(request, response, { login: { accountId: login } })
  }
  const accountId = session?.accountId ?? ''
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = known ?? new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}
