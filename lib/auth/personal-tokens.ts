import 'server-only'
import { createHmac } from 'node:crypto'
import type { Env } from '../settings/env'
import type { Viewer } from '../site/site-index'
import {
  derivePersonalKey,
  getPersonKey,
  hasPersonalAddresses,
  readMade,
  readOrganizations,
  recordMade,
  removeRecords,
} from './access-records'
import type { Person } from './provider'
import { isSameSecret } from './secrets'

/** What a personal token opens: the feed of the pages that its person may read, or the tools for assistants. */
export type TokenPurpose = 'feed' | 'mcp'

/** `<purpose>~<person>~<when it was made, in milliseconds since 1970>~<signature>`. */
const TOKEN = /^(feed|mcp)~([\w-]{22})~(\d{13,15})~([\w-]{43})$/

/** Who uses a personal token. */
export interface TokenUser {
  /** Never an editor, and without the passwords that the person has given. */
  viewer: Viewer
  /** The name under which the person is recorded, see `getPersonKey`. */
  personKey: string
}

/** Returns a person's tokens; undefined if the person has made none. */
export async function readTokens(person: Person, env: Env): Promise<Record<TokenPurpose, string> | undefined> {
  if (!hasPersonalAddresses(env)) return undefined
  const key = getPersonKey(person, env)
  const made = await readMade(key, env)
  return made === undefined
    ? undefined
    : { feed: createToken('feed', key, made, env), mcp: createToken('mcp', key, made, env) }
}

/** Makes tokens for a person who has none, with the rights of the session, which the sign-in service confirmed at `checked`. */
export const makeTokens = (person: Person, viewer: Viewer, env: Env, checked?: number): Promise<void> =>
  recordMade(getPersonKey(person, env), viewer.organizations, env, checked)

/** Makes all tokens of a person worthless. */
export const revokeTokens = (person: Person, env: Env): Promise<void> => removeRecords(getPersonKey(person, env), env)

/**
 * Returns who uses a token, with the rights that the person had at the last check of a session. Returns undefined for a token that is
 * forged, revoked or for another purpose, and if its person has not visited the site for `SEEN_WITHIN_MS`.
 */
export async function findTokenUser(
  token: string,
  purpose: TokenPurpose,
  env: Env,
  now = Date.now(),
): Promise<TokenUser | undefined> {
  const [, named, person = '', made = ''] = TOKEN.exec(token) ?? []
  if (named !== purpose || !hasPersonalAddresses(env)) return undefined
  if (!isSameSecret(token, createToken(purpose, person, Number(made), env))) return undefined
  // Only the tokens of the current record are valid, so that no token survives the loss of the record.
  if ((await readMade(person, env)) !== Number(made)) return undefined
  const organizations = await readOrganizations(person, env, now)
  return organizations && { viewer: { signedIn: true, organizations }, personKey: person }
}

function createToken(purpose: TokenPurpose, person: string, made: number, env: Env): string {
  const content = `${purpose}~${person}~${made}`
  return `${content}~${createHmac('sha256', derivePersonalKey('personal tokens', env)).update(content).digest('base64url')}`
}
