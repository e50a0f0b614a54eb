import 'server-only'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getRuntime } from '../runtime'
import { type Env, getEnv } from '../settings/env'
import { hasOwnScreens } from '../settings/sign-in'
import { PUBLIC } from '../site/access'
import type { Viewer } from '../site/site-index'
import { recordRights } from './access-records'
import { chooseProvider } from './choose-provider'
import type { Identity, Person } from './provider'
import { addUnlocked } from './unlocking'

/** What the token of a request proves. */
export interface Session {
  viewer: Viewer
  /** The user who is signed in. Access depends on `viewer` only. */
  person?: Person
  /** When the sign-in service last confirmed this, in milliseconds since 1970, if that was before the request. */
  checked?: number
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
  const { siteUrl } = env
  const provider = await chooseProvider(env)
  if (provider === undefined) return { viewer: PUBLIC, headers: new Headers() }
  const credentialHeaders = provider.headers.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  // The result depends only on these values, so it is cached under all of them.
  const credentials =
    provider.cacheKey && JSON.stringify([siteUrl, provider.cacheKey, env.editorsOrganization, credentialHeaders])
  const cached = credentials === undefined ? undefined : findVerified(credentials)
  if (cached !== undefined) {
    return { viewer: addUnlocked(cached.viewer, headers, env), person: cached.person, headers: new Headers() }
  }
  const request = new Request(new URL(siteUrl + path), {
    method: method === 'GET' ? method : 'HEAD',
    headers: credentialHeaders,
  })
  const { identity, expires, headers: responseHeaders } = await provider.authenticate(request)
  if (identity === undefined) return { viewer: PUBLIC, headers: responseHeaders }
  const viewer = createViewer(identity, env)
  const { person } = identity
  const checked = identity.checked === undefined ? undefined : identity.checked * 1000
  if (credentials !== undefined && expires !== undefined) cacheVerifiedViewer(credentials, viewer, expires, person)
  // Does not delay the response.
  void recordRights(person, viewer.organizations, env, checked)
  return { viewer: addUnlocked(viewer, headers, env), person, checked, headers: responseHeaders }
}

/** Matches the ids of organizations. */
const ORGANIZATION_ID = /^org_/

/** Returns the viewer of a verified session, who is in all of its organizations at once. */
function createViewer({ organizations }: Identity, env: Env): Viewer {
  const isEditor = organizations.some((each) => isEditors(each, env))
  return { signedIn: true, organizations: organizations.flatMap(getNames), ...(isEditor && { role: 'editor' }) }
}

/** Whether an organization makes its member an editor: any member of the group of editors, or an admin where organizations have roles. */
function isEditors(organization: Identity['organizations'][number], env: Env): boolean {
  const isNamed = (name: string | undefined) =>
    name !== undefined && getNames(organization).includes(name.toLowerCase())
  if (hasOwnScreens(env.signIn)) return isNamed(env.editorsGroup)
  return isNamed(env.editorsOrganization) && /^(?:org:)?admin$/.test(organization.role ?? '')
}

/**
 * Returns the names of an organization that `Access` and `EDITORS_ORGANIZATION` may contain: its id and its slug. Members choose the
 * slug, so a slug that looks like an id is ignored: it could be the id of another organization.
 */
function getNames({ id, slug }: Identity['organizations'][number]): string[] {
  const names = slug === undefined || ORGANIZATION_ID.test(slug.toLowerCase()) ? [id] : [id, slug]
  return names.map((name) => name.toLowerCase())
}

declare module '../runtime' {
  interface Runtime {
    /** Viewers by a digest of their verified credentials. */
    verifiedViewers?: LRUCache<string, VerifiedViewer>
  }
}

interface VerifiedViewer {
  viewer: Viewer
  person?: Person
  /** Milliseconds since 1970. */
  until: number
}

const MAX_VIEWERS = 1000

/** Returns the viewer of exactly the same credentials if they were verified before and have not expired. */
export function getVerifiedViewer(credentials: string): Viewer | undefined {
  return findVerified(credentials)?.viewer
}

function findVerified(credentials: string): VerifiedViewer | undefined {
  const verified = getRuntime().verifiedViewers?.get(getDigest(credentials))
  return verified !== undefined && Date.now() < verified.until ? verified : undefined
}

/** Caches the viewer of verified credentials until they expire (`expires`, in seconds since 1970). Stores only a digest of them. */
export function cacheVerifiedViewer(credentials: string, viewer: Viewer, expires: number, person?: Person): void {
  const runtime = getRuntime()
  runtime.verifiedViewers ??= new LRUCache({ max: MAX_VIEWERS })
  runtime.verifiedViewers.set(getDigest(credentials), { viewer, person, until: expires * 1000 })
}

const getDigest = (credentials: string) => createHash('sha256').update(credentials).digest('base64')
