import 'server-only'
import type { createClerkClient } from '@clerk/nextjs/server'
import { addBasePath } from '../../base-path'
import type { SignInSettings } from '../../settings/sign-in'
import type { Authentication, SignInProvider } from '../provider'

/** Sign-in with Clerk. */
export const signInProvider: SignInProvider = {
  // Excludes headers that contain host names, which clients can forge, and headers that only Clerk's middleware may set.
  requestHeaders: ['accept', 'authorization', 'cookie', 'origin', 'referer', 'sec-fetch-dest', 'user-agent'],
  authenticate,
}

async function authenticate(request: Request, settings: SignInSettings, origin: string): Promise<Authentication> {
  const state = await (await getClient(settings)).authenticateRequest(request, {
    jwtKey: settings.jwtKey,
    authorizedParties: [origin],
    signInUrl: addBasePath('/sign-in'),
  })
  const { headers } = state
  const auth = state.toAuth()
  if (auth?.sessionClaims == null) return { headers }
  const { iss, azp, exp } = auth.sessionClaims
  // The library does not check the issuer.
  const isOurs = azp === origin && typeof iss === 'string' && [settings.issuer, settings.proxyUrl].includes(iss)
  if (!isOurs) return { headers }
  const { orgId: id, orgSlug: slug, orgRole: role } = auth
  return { headers, identity: { organization: id === undefined ? undefined : { id, slug, role }, expires: exp } }
}

type Client = ReturnType<typeof createClerkClient>

let client: { settings: SignInSettings; instance: Promise<Client> } | undefined

function getClient(settings: SignInSettings): Promise<Client> {
  if (client?.settings !== settings) {
    client = { settings, instance: createClient(settings) }
    // A library that could not be loaded is loaded again by the next request.
    client.instance.catch(() => {
      client = undefined
    })
  }
  return client.instance
}

/** Loads Clerk's library, which a site without sign-in never needs. */
async function createClient({ publishableKey, secretKey, proxyUrl }: SignInSettings): Promise<Client> {
  const { createClerkClient } = await import('@clerk/nextjs/server')
  return createClerkClient({ publishableKey, secretKey, proxyUrl, telemetry: { disabled: true } })
}
