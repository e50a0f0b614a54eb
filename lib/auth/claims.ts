import { isObject } from '../workspace/values'
import type { Person } from './provider'

/** Names that `Access` values can contain. Others, such as names with spaces, cannot be written there. */
const GROUP = /^[a-z0-9][a-z0-9_-]{0,99}$/i
/** The maximum number of groups that are read. */
const MAX_GROUPS = 5000
/** The maximum length of texts about a person. */
const MAX_LENGTH = 200

/**
 * The only issuer whose claim `hd` is the domain of a person. Elsewhere, people may choose its value. Google itself verifies other addresses
 * only when an account is made, so only this claim counts there.
 */
const GOOGLE = 'https://accounts.google.com'

/** The claims of a provider about a person. */
export interface PersonClaims {
  person: Person
  /** In lower case, without duplicates, sorted. */
  groups: string[]
  /** The domain of the person's organization at Google, or of a verified email address. */
  domain?: string
  /** Whether the claim of groups is present. Providers omit it unless they are configured to send it, and some if there are none. */
  hasGroups: boolean
}

/**
 * Reads the claims of a person. The first of several sources that contains a claim counts. Returns undefined without a usable `sub`.
 * `issuer` is that of the provider.
 *
 * @example readPersonClaims([{ sub: '1', realm_access: { roles: ['board'] } }], 'realm_access.roles')?.groups // ['board']
 */
export function readPersonClaims(
  sources: readonly unknown[],
  groupsClaim: string,
  issuer?: string,
): PersonClaims | undefined {
  const read = (path: string) => {
    for (const source of sources) {
      const value = findClaim(source, path)
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }
  const id = readText(read('sub'), 255)
  if (id === undefined) return undefined
  const email = readText(read('email'))
  const name = readText(read('name')) ?? readText(read('preferred_username'))
  const groups = read(groupsClaim)
  // Whether an address is verified counts only beside the address itself.
  const source = sources.find((each) => (findClaim(each, 'email') ?? null) !== null)
  const isEmailVerified = isVerified(findClaim(source, 'email_verified'))
  return {
    person: { id, ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
    groups: readGroups(groups),
    domain: issuer === GOOGLE ? readText(read('hd'))?.toLowerCase() : getDomain(isEmailVerified ? email : undefined),
    hasGroups: groups !== undefined,
  }
}

/** Finds a claim by its whole name, which may contain dots, or by a path with dots. Ignores inherited properties. */
function findClaim(source: unknown, path: string): unknown {
  if (!isObject(source)) return undefined
  if (Object.hasOwn(source, path)) return source[path]
  let value: unknown = source
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/**
 * Returns the names of groups in a claim: a list, a single name, or an object whose keys are the names, as Zitadel sends it. Keycloak
 * writes a group of the top level as `/board`.
 */
function readGroups(value: unknown): string[] {
  const names = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : isObject(value) ? Object.keys(value) : [value]
  return normalizeGroups(names.flatMap((each) => (typeof each === 'string' ? each.replace(/^\//, '') : [])))
}

/** Returns those names of groups that `Access` values can contain, in lower case, without duplicates, sorted. */
export const normalizeGroups = (names: readonly string[]): string[] => [
  ...new Set(
    names
      .filter((name) => GROUP.test(name))
      .map((name) => name.toLowerCase())
      .sort(),
  ),
]

/** Returns a text of limited length without control characters; undefined for anything else. */
export function readText(value: unknown, most = MAX_LENGTH): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > most || /\p{Cc}/u.test(text) ? undefined : text
}

// Some providers send booleans as texts.
const isVerified = (value: unknown) => value === true || value === 'true'

const getDomain = (email: string | undefined) => /@([^@\s]+)$/.exec(email ?? '')?.[1]?.toLowerCase()

/** Whether a person is among those who may sign in: domains and groups, in lower case. */
export function isAllowed({ groups, domain }: PersonClaims, allow: readonly string[]): boolean {
  const isListed = (each: string) =>
    each.includes('.') || each.startsWith('@') ? each.replace(/^@/, '') === domain : groups.includes(each)
  return allow.length === 0 || allow.some(isListed)
}
