import 'server-only'
import type { ClerkSettings } from '../../settings/sign-in'
import { parseObject } from '../../workspace/values'

const API = 'https://api.clerk.com'
const TIMEOUT_MS = 5000

/**
 * Asks Clerk whether the secret key is valid, and whether the publishable key belongs to the same application. Returns undefined if so,
 * else a sentence with what to do. `api` is the address of Clerk's API.
 */
export async function findKeyProblem(
  { secretKey, issuer }: Pick<ClerkSettings, 'secretKey' | 'issuer'>,
  api = API,
): Promise<string | undefined> {
  const [own, shown] = await Promise.all([
    readKeyIds(`${api}/v1/jwks`, { authorization: `Bearer ${secretKey}` }),
    readKeyIds(`${issuer}/.well-known/jwks.json`),
  ])
  if (own === 'refused') {
    return 'Clerk does not accept CLERK_SECRET_KEY: copy it again from the API keys of the application'
  }
  if (own === 'unreachable') return `${api} cannot be reached: check the network`
  if (!Array.isArray(shown)) {
    return `${issuer} cannot be reached: check the network and NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY`
  }
  if (own.some((id) => shown.includes(id))) return undefined
  return 'CLERK_SECRET_KEY and NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY belong to different applications: copy both from one'
}

async function readKeyIds(
  url: string,
  headers: Record<string, string> = {},
): Promise<string[] | 'refused' | 'unreachable'> {
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { keys } = parseObject(await response.text())
    if (response.status === 401 || response.status === 403) return 'refused'
    if (!response.ok || !Array.isArray(keys)) return 'unreachable'
    return keys.map((key) => String(Object(key).kid))
  } catch {
    return 'unreachable'
  }
}

const PAGE_SIZE = 500
/** The maximum number of pages of organizations that are read. */
const MAX_PAGES = 20

/**
 * Returns those of these slugs and ids (in lower case) that Clerk does not know. Returns undefined if Clerk cannot be reached or has
 * too many organizations.
 */
export async function findUnknownOrganizations(
  names: readonly string[],
  { secretKey }: Pick<ClerkSettings, 'secretKey'>,
  api = API,
): Promise<string[] | undefined> {
  const unknown = new Set(names)
  for (let page = 0; page < MAX_PAGES; page++) {
    const data = await readOrganizations(
      `${api}/v1/organizations?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`,
      secretKey,
    )
    if (data === undefined) return undefined
    for (const organization of data) {
      const { id, slug } = Object(organization) as Record<string, unknown>
      for (const name of [id, slug]) unknown.delete(String(name).toLowerCase())
    }
    if (data.length < PAGE_SIZE) return [...unknown]
  }
  return undefined
}

async function readOrganizations(url: string, secretKey: string): Promise<unknown[] | undefined> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { data } = parseObject(await response.text())
    return response.ok && Array.isArray(data) ? data : undefined
  } catch {
    return undefined
  }
}
