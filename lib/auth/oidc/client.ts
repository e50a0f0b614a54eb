import 'server-only'
import {
  createRemoteJWKSet,
  importJWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose'
import * as client from 'openid-client'
import { isLoopback } from '../../settings/schema'
import type { OidcSettings } from '../../settings/sign-in'
import {
  ASYMMETRIC_ALGORITHMS,
  CLOCK_SKEW_S,
  fetchFromProvider,
  KEY_SET_OPTIONS,
  PROVIDER_TIMEOUT_MS,
} from '../provider-requests'

/** The client of a provider, with the keys of its tokens. */
export interface ProviderClient {
  config: client.Configuration
  keys: JWTVerifyGetKey
}

let current: { settings: string; client: Promise<ProviderClient> } | undefined

/** Returns the client of the provider, whose discovery document is read with the first call. Throws if the provider does not respond. */
export function getProviderClient(settings: OidcSettings): Promise<ProviderClient> {
  const key = JSON.stringify(settings)
  if (current?.settings !== key) {
    const made = createClient(settings)
    current = { settings: key, client: made }
    // A provider that did not respond is asked again by the next request.
    made.catch(() => {
      if (current?.client === made) current = undefined
    })
  }
  return current.client
}

async function createClient(settings: OidcSettings): Promise<ProviderClient> {
  const { issuer, clientId } = settings
  const server = new URL(issuer)
  const config = await client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_SKEW_S },
    await createClientAuthentication(settings),
    {
      execute: server.protocol === 'http:' && isLoopback(server) ? [client.allowInsecureRequests] : [],
      [client.customFetch]: fetchFromProvider,
      timeout: PROVIDER_TIMEOUT_MS / 1000,
    },
  )
  const { jwks_uri: keysUri } = config.serverMetadata()
  if (keysUri === undefined) throw new Error('The provider names no keys')
  const keys = createRemoteJWKSet(new URL(keysUri), { ...KEY_SET_OPTIONS, [joseFetch]: fetchFromProvider })
  return { config, keys }
}

/** Returns how the site proves to the provider who it is: by the method that the provider supports. */
async function createClientAuthentication({ clientSecret }: OidcSettings): Promise<client.ClientAuth> {
  if (clientSecret === undefined) return client.None()
  if (clientSecret.startsWith('{')) {
    const jwk = JSON.parse(clientSecret)
    const key = (await importJWK(jwk)) as CryptoKey
    return client.PrivateKeyJwt(
      { key, kid: jwk.kid },
      {
        // The library writes `Ed25519` for a key that the provider may know as `EdDSA`, the same by its former name.
        [client.modifyAssertion]: (header) => {
          header.alg = jwk.alg
        },
      },
    )
  }
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    // The default of the specification, for a provider that names no method, is the first.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...rest)
  }
}

/**
 * Verifies a token that the provider signed for this site, and returns its claims. Throws if signature, issuer, audience, algorithm or
 * time are wrong.
 */
export async function verifyToken(
  token: string,
  { config, keys }: ProviderClient,
  options: { maxTokenAge?: number; requiredClaims: string[] },
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    audience: config.clientMetadata().client_id,
    algorithms: ASYMMETRIC_ALGORITHMS,
    clockTolerance: CLOCK_SKEW_S,
    ...options,
  })
  return payload
}
