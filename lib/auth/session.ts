import 'server-only'
import { createClerkClient } from '@clerk/nextjs/server'
import { type ClerkSettings, type Env, getEnv } from '../env'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/types'
import { rememberedProof, rememberProof } from './remembered-proofs'

/** Who sends a request, as far as its own token proves it. */
export interface Session {
  viewer: Viewer
  /** The sign-in service's words for this browser: cookies to set, and where to fetch a new token when the old one has run out. */
  headers: Headers
}

/** What a session is read from. Names of hosts are left out, because a client may write any; so is what Clerk's own middleware would add. */
const READ = ['accept', 'authorization', 'cookie', 'origin', 'referer', 'sec-fetch-dest', 'user-agent']

/**
 * Reads the session of a request for a path of the site. Whoever does not prove who they are is the public; without sign-in
 * everybody is.
 */
export async function readSession(
  { method, path, headers }: { method: string; path: string; headers: Headers },
  env: Env = getEnv(),
): Promise<Session> {
  const { clerk, siteUrl } = env
  if (clerk === undefined) return { viewer: PUBLIC, headers: new Headers() }
  const kept = READ.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  // What is proven by these credentials hangs on nothing else, so it need not be proven twice.
  const credentials = JSON.stringify([siteUrl, clerk.publishableKey, clerk.jwtKey, env.editorsOrganization, kept])
  const known = rememberedProof(credentials)
  if (known !== undefined) return { viewer: known, headers: new Headers() }
  const request = new Request(new URL(path, siteUrl), { method: method === 'GET' ? method : 'HEAD', headers: kept })
  const state = await clientOf(clerk).authenticateRequest(request, {
    jwtKey: clerk.jwtKey,
    authorizedParties: [siteUrl],
    signInUrl: '/sign-in',
  })
  const auth = state.toAuth()
  if (auth?.sessionClaims == null) return { viewer: PUBLIC, headers: state.headers }
  const { iss, azp } = auth.sessionClaims
  const isOurs = azp === siteUrl && typeof iss === 'string' && [clerk.issuer, clerk.proxyUrl].includes(iss)
  if (!isOurs) return { viewer: PUBLIC, headers: state.headers }
  const viewer = viewerOf(auth, env)
  rememberProof(credentials, viewer, auth.sessionClaims.exp)
  return { viewer, headers: state.headers }
}

/** A session speaks for one organization at a time, the one that is switched to. */
function viewerOf({ orgSlug, orgRole }: { orgSlug?: string; orgRole?: string }, env: Env): Viewer {
  const slug = orgSlug?.toLowerCase()
  const isEditor =
    slug !== undefined && slug === env.editorsOrganization?.toLowerCase() && /^(?:org:)?admin$/.test(orgRole ?? '')
  return { signedIn: true, organizations: slug === undefined ? [] : [slug], ...(isEditor && { role: 'editor' }) }
}

type Client = ReturnType<typeof createClerkClient>

let client: { of: ClerkSettings; made: Client } | undefined

function clientOf(clerk: ClerkSettings): Client {
  if (client?.of !== clerk) {
    const { publishableKey, secretKey, proxyUrl } = clerk
    client = {
      of: clerk,
      made: createClerkClient({ publishableKey, secretKey, proxyUrl, telemetry: { disabled: true } }),
    }
  }
  return client.made
}
