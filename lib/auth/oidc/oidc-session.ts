import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { getRuntime } from '../../runtime'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { removeRights } from '../access-records'
import { isAllowed, type PersonClaims, readPersonClaims, readText } from '../claims'
import { noteGroups } from '../missing-groups'
import type { Identity } from '../provider'
import { collectOrganizations } from '../setup'
import { type ProviderClient, verifyToken } from './client'
import { createCookies, decrypt, encrypt, MAX_CONTENT, readCookie } from './cookies'

/** What the cookie of a signed-in browser contains. Times are in seconds since 1970. */
const SESSION = z.object({
  /** Differs for each sign-in. */
  id: z.string(),
  /** The id of the person, and the provider's id of its own session, for the provider's sign-out. */
  sub: z.string(),
  sid: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  groups: z.array(z.string()),
  /** When the person signed in, when the provider last confirmed the groups, and when the session ends. */
  since: z.number(),
  checked: z.number(),
  until: z.number(),
  refreshToken: z.optional(z.string()),
  /** Names the session when the person signs out. */
  idToken: z.optional(z.string()),
})

export type OidcSession = z.infer<typeof SESSION>

/** Groups beyond this size are stored only if the site uses them. */
const MAX_GROUPS_LENGTH = 1000
/** What is kept free for the rest of a session, besides tokens and groups. */
const MAX_OTHERS = 1000

export const getNow = (): number => Math.floor(Date.now() / 1000)

declare module '../../runtime' {
  interface Runtime {
    /** Decrypted sessions by a digest of their cookie and of what decrypts it. */
    openSessions?: LRUCache<string, OidcSession>
  }
}

/** A page view reads its session twice. The session contains tokens of the member, so it does not stay decrypted for long. */
const OPEN_SESSIONS = { max: 1000, ttl: 60_000, ttlAutopurge: true }

/** Returns the session in an encrypted cookie that has not ended; undefined for any other text. */
export async function openSession(text: string, settings: OidcSettings, env: Env): Promise<OidcSession | undefined> {
  const runtime = getRuntime()
  runtime.openSessions ??= new LRUCache(OPEN_SESSIONS)
  const { secret, formerSecrets, issuer, clientId } = settings
  const source = JSON.stringify([text, secret, formerSecrets, issuer, clientId, env.siteUrl])
  const key = createHash('sha256').update(source).digest('base64')
  const known = runtime.openSessions.get(key)
  const session = known ?? SESSION.safeParse(await decrypt('session', text, { settings, env })).data
  if (session === undefined || session.until <= getNow()) return undefined
  if (known === undefined) runtime.openSessions.set(key, session)
  return session
}

/** Returns the session in a `cookie` header that has not ended, even if it was revoked. */
export async function openSessionOfBrowser(
  cookie: string | null,
  settings: OidcSettings,
  env: Env,
): Promise<OidcSession | undefined> {
  const text = readCookie('session', cookie, { settings, env })
  return text === undefined ? undefined : openSession(text, settings, env)
}

/** Returns the `Set-Cookie` lines that store a session. */
export async function storeSession(session: OidcSession, settings: OidcSettings, env: Env): Promise<string[]> {
  const site = { settings, env }
  return createCookies('session', await encrypt('session', session, site), session.until - getNow(), site)
}

/** Returns the `Set-Cookie` lines that remove a session. */
export const removeSession = (settings: OidcSettings, env: Env): string[] =>
  createCookies('session', '', 0, { settings, env })

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers

/** Why a person whom the provider signed in has no session. */
export type Refusal = 'not-allowed' | 'invalid'

/**
 * Reads the claims of a person from the ID token, whose signature is verified, and from the userinfo endpoint. Returns why the person may
 * not sign in, if so. Throws if the token is invalid or the provider does not respond.
 */
async function readClaims(
  tokens: Tokens,
  provider: ProviderClient,
  settings: OidcSettings,
  env: Env,
  subject?: string,
): Promise<{ claims: PersonClaims; idClaims: client.IDToken | undefined } | Refusal> {
  const { id_token: idToken, access_token: accessToken } = tokens
  if (idToken !== undefined) await verifyToken(idToken, provider, { requiredClaims: ['sub', 'exp', 'iat'] })
  // The library has checked them, with the nonce.
  const idClaims = tokens.claims()
  const sub = idClaims?.sub ?? subject
  if (sub === undefined || (subject !== undefined && sub !== subject)) return 'invalid'
  const { userinfo_endpoint: address, issuer } = provider.config.serverMetadata()
  const userInfo = address !== undefined ? await client.fetchUserInfo(provider.config, accessToken, sub) : undefined
  const claims = readPersonClaims([userInfo, idClaims, { sub }], settings.groupsClaim, issuer)
  if (claims?.person.id !== sub) return 'invalid'
  // Groups of a former ID token may have changed, so a refresh without groups ends the session.
  if (idClaims === undefined && !claims.hasGroups) return 'invalid'
  await noteGroups(claims, env)
  if (isAllowed(claims, settings.allow)) return { claims, idClaims }
  await removeRights({ id: sub }, env)
  return 'not-allowed'
}

/** Returns the session of a person who has just signed in; or why there is none. */
export async function createSession(
  tokens: Tokens,
  provider: ProviderClient,
  settings: OidcSettings,
  env: Env,
): Promise<OidcSession | Refusal> {
  const read = await readClaims(tokens, provider, settings, env)
  if (typeof read === 'string' || read.idClaims === undefined) return typeof read === 'string' ? read : 'invalid'
  const now = getNow()
  const { sid, exp } = read.idClaims
  // Without a refresh token, the site cannot ask the provider whether the person still has access.
  const until = tokens.refresh_token === undefined ? Math.min(exp, now + settings.session) : now + settings.session
  const session = {
    id: randomUUID(),
    sid: readText(sid, 255),
    since: now,
    until,
    ...(await createCheckedPart(read.claims, tokens, env)),
  }
  return limitSession(session)
}

/** Returns a session with the claims and tokens of a refresh; undefined if it ends. */
export async function updateSession(
  session: OidcSession,
  tokens: Tokens,
  provider: ProviderClient,
  settings: OidcSettings,
  env: Env,
): Promise<OidcSession | undefined> {
  const read = await readClaims(tokens, provider, settings, env, session.sub)
  if (typeof read === 'string') return undefined
  const checked = await createCheckedPart(read.claims, tokens, env)
  const { idToken = session.idToken, refreshToken = session.refreshToken } = checked
  return limitSession({ ...session, ...checked, idToken, refreshToken })
}

async function createCheckedPart({ person, groups }: PersonClaims, tokens: Tokens, env: Env) {
  return {
    sub: person.id,
    name: person.name,
    email: person.email,
    groups: await limitGroups(groups, env),
    checked: getNow(),
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
  }
}

/** Returns the groups if they are short, else those that the site uses. */
async function limitGroups(groups: string[], env: Env): Promise<string[]> {
  if (groups.join().length <= MAX_GROUPS_LENGTH) return groups
  const site = await getSite().catch(ignoreNotReady)
  const used = new Set(site === undefined ? [] : collectOrganizations(site.index, env.editorsGroup))
  let length = 0
  return groups.filter((group) => {
    if (!used.has(group) || length + group.length > MAX_GROUPS_LENGTH) return false
    length += group.length + 1
    return true
  })
}

/**
 * Returns a session that fits into its cookies. Without the ID token the provider asks before a sign-out; without a refresh token a session
 * is short.
 */
function limitSession(session: OidcSession): OidcSession {
  const { idToken, refreshToken, checked, ...others } = session
  const available = MAX_CONTENT - MAX_GROUPS_LENGTH - MAX_OTHERS
  const kept = (refreshToken?.length ?? 0) <= available ? refreshToken : undefined
  const hint = (idToken?.length ?? 0) + (kept?.length ?? 0) <= available ? idToken : undefined
  const isShortened = kept !== refreshToken
  const until = isShortened ? Math.min(others.until, checked + SHORT_SESSION_S) : others.until
  return { ...others, checked, until, refreshToken: kept, idToken: hint }
}

/** How long a session lasts whose refresh token is too long for a cookie. */
const SHORT_SESSION_S = 3600

/** Returns what a session proves. */
export const createIdentity = ({ sub, name, email, groups, checked }: OidcSession): Identity => ({
  person: { id: sub, ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
  organizations: groups.map((id) => ({ id })),
  checked,
})
