import 'server-only'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/site-index'
import { signInProvider } from './clerk/sign-in-provider'
import type { Identity } from './provider'
import { addUnlocked } from './unlocking'

/** The viewer that the token of a request proves. */
interface Session {
  viewer: Viewer
  /** From the sign-in service for this browser: cookies to set, and where to fetch a new token when the old one has run out. */
  headers: Headers
}

/**
 * Returns the session of a request for a path of the site. Its viewer is the public if the request has no valid credentials, or if
 * sign-in is off.
 */
export async function readSession(
  { method, path, headers }: { method: string; path: string; headers: Headers },
  env: Env = getEnv(),
): Promise<Session> {
  const { signIn, siteUrl } = env
  if (signIn === undefined) return { viewer: PUBLIC, headers: new Headers() }
  const credentialHeaders = signInProvider.requestHeaders.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  // The result depends only on these values, so it is cached under all of them.
  const credentials = JSON.stringify([
    siteUrl,
    signIn.publishableKey,
    signIn.jwtKey,
    env.editorsOrganization,
    credentialHeaders,
  ])
  const cached = getVerifiedViewer(credentials)
  if (cached !== undefined) return { viewer: addUnlocked(cached, headers, env), headers: new Headers() }
  const request = new Request(new URL(siteUrl + path), {
    method: method === 'GET' ? method : 'HEAD',
    headers: credentialHeaders,
  })
  const { identity, headers: responseHeaders } = await signInProvider.authenticate(
    request,
    signIn,
    new URL(siteUrl).origin,
  )
  if (identity === undefined) return { viewer: PUBLIC, headers: responseHeaders }
  const viewer = createViewer(identity, env)
  cacheVerifiedViewer(credentials, viewer, identity.expires)
  return { viewer: addUnlocked(viewer, headers, env), headers: responseHeaders }
}

/** Matches the ids of organizations. */
const ORGANIZATION_ID = /^org_/

/** Returns the viewer of a verified session. A session has one active organization at a time. */
function createViewer({ organization }: Identity, env: Env): Viewer {
  const organizations = organization === undefined ? [] : getNames(organization)
  const isEditor =
    organizations.includes(env.editorsOrganization?.toLowerCase() ?? '') &&
    /^(?:org:)?admin$/.test(organization?.role ?? '')
  return { signedIn: true, organizations, ...(isEditor && { role: 'editor' }) }
}

/**
 * Returns the names of an organization that `Access` and `EDITORS_ORGANIZATION` may contain: its id and its slug. Members choose the
 * slug, so a slug that looks like an id is ignored: it could be the id of another organization.
 */
function getNames({ id, slug }: NonNullable<Identity['organization']>): string[] {
  const names = slug === undefined || ORGANIZATION_ID.test(slug.toLowerCase()) ? [id] : [id, slug]
  return names.map((name) => name.toLowerCase())
}

declare module '../runtime' {
  interface Runtime {
    /** Viewers by a digest of their verified credentials. */
    verifiedViewers?: LRUCache<string, { viewer: Viewer; until: number }>
  }
}

const MAX_VIEWERS = 1000

/** Returns the viewer of exactly the same credentials if they were verified before and have not expired. */
export function getVerifiedViewer(credentials: string): Viewer | undefined {
  const verified = getRuntime().verifiedViewers?.get(getDigest(credentials))
  return verified !== undefined && Date.now() < verified.until ? verified.viewer : undefined
}

/** Caches the viewer of verified credentials until they expire (`expires`, in seconds since 1970). Stores only a digest of them. */
export function cacheVerifiedViewer(credentials: string, viewer: Viewer, expires: number): void {
  const runtime = getRuntime()
  runtime.verifiedViewers ??= new LRUCache({ max: MAX_VIEWERS })
  runtime.verifiedViewers.set(getDigest(credentials), { viewer, until: expires * 1000 })
}

const getDigest = (credentials: string) => createHash('sha256').update(credentials).digest('base64')
