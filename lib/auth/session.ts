import 'server-only'
import { type Env, getEnv } from '../env'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/types'
import { signInProvider } from './clerk/sign-in-provider'
import type { Identity } from './provider'
import { rememberedProof, rememberProof } from './remembered-proofs'

/** The sender of a request, as far as its own token proves it. */
export interface Session {
  viewer: Viewer
  /** From the sign-in service for this browser: cookies to set, and where to fetch a new token when the old one has run out. */
  headers: Headers
}

/**
 * Returns the session of a request for a path of the site. A request that proves nothing is the public's; without sign-in every
 * request is.
 */
export async function readSession(
  { method, path, headers }: { method: string; path: string; headers: Headers },
  env: Env = getEnv(),
): Promise<Session> {
  const { signIn, siteUrl } = env
  if (signIn === undefined) return { viewer: PUBLIC, headers: new Headers() }
  const kept = signInProvider.requestHeaders.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  // What these credentials prove depends on nothing else, so it is proven once.
  const credentials = JSON.stringify([siteUrl, signIn.publishableKey, signIn.jwtKey, env.editorsOrganization, kept])
  const known = rememberedProof(credentials)
  if (known !== undefined) return { viewer: known, headers: new Headers() }
  const request = new Request(new URL(path, siteUrl), { method: method === 'GET' ? method : 'HEAD', headers: kept })
  const { identity, headers: answer } = await signInProvider.authenticate(request, signIn, siteUrl)
  if (identity === undefined) return { viewer: PUBLIC, headers: answer }
  const viewer = viewerOf(identity, env)
  rememberProof(credentials, viewer, identity.expires)
  return { viewer, headers: answer }
}

/** How the ids of organizations begin. */
const ORGANIZATION_ID = /^org_/

/** A session speaks for one organization at a time, the one that is switched to. */
function viewerOf({ organization }: Identity, env: Env): Viewer {
  const organizations = organization === undefined ? [] : namesOf(organization)
  const isEditor =
    organizations.includes(env.editorsOrganization?.toLowerCase() ?? '') &&
    /^(?:org:)?admin$/.test(organization?.role ?? '')
  return { signedIn: true, organizations, ...(isEditor && { role: 'editor' }) }
}

/**
 * The names by which `Access` and `EDITORS_ORGANIZATION` may mean an organization. Its creator chooses the slug, which therefore must
 * not look like the id of another organization.
 */
function namesOf({ id, slug }: NonNullable<Identity['organization']>): string[] {
  const names = slug === undefined || ORGANIZATION_ID.test(slug.toLowerCase()) ? [id] : [id, slug]
  return names.map((name) => name.toLowerCase())
}
