import 'server-only'
import type { createClerkClient } from '@clerk/nextjs/server'
import { addBasePath } from '../../base-path'
import type { Env } from '../../settings/env'
import type { ClerkSettings } from '../../settings/sign-in'
import type { Authentication, SignInProvider } from '../provider'

/** Sign-in with Clerk. */
export const clerkProvider: SignInProvider<ClerkSettings> = {
  // Excludes headers that contain host names, which clients can forge, and headers that only Clerk's middleware may set.
  listHeaders: () => ['accept', 'authorization', 'cookie', 'origin', 'referer', 'sec-fetch-dest', 'user-agent'],
  getCacheKey: ({ publishableKey, jwtKey }) => [publishableKey, jwtKey],
  authenticate,
}

async function authenticate(request: Request, settings: ClerkSettings, { siteUrl }: Env): Promise<Authentication> {
  const { origin } = new URL(siteUrl)
  const state = await (await getClient(settings)).authenticateRequest(request, {
    jwtKey: settings.jwtKey,
    authorizedParties: [origin],
    signInUrl: addBasePath('/sign-in'),
  })
  const { headers } = state
  const auth = state.toAuth()
  if (auth?.sessionClaims == null) return { headers }
  const { iss, azp, exp, sub } = auth.sessionClaims
  // The library does not check the issuer.
  const isOurs = azp === origin && typeof iss === 'string' && [settings.issuer, settings.proxyUrl].includes(iss)
  if (!isOurs) return { headers }
  // A session token names only the active organization, and neither name nor email of the user.
  const { orgId: id, orgSlug: slug, orgRole: role } = auth
  const organizations = id === undefined ? [] : [{ id, slug, role }]
  return { headers, identity: { person: { id: sub }, organizations }, expires: exp }
}

type Client = ReturnType<typeof createClerkClient>

let client: { settings: ClerkSettings; instance: Promise<Client> } | undefined

function getClient(settings: ClerkSettings): Promise<Client> {
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
async function createClient({ publishableKey, secretKey, proxyUrl }: ClerkSettings): Promise<Client> {
  const { createClerkClient } = await import('@clerk/nextjs/server')
  return createClerkClient({ publishableKey, secretKey, proxyUrl, telemetry: { disabled: true } })
}
