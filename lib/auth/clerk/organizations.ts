import 'server-only'
import type { SignInSettings } from '../../settings/sign-in'
import { parseObject } from '../../workspace/values'

const API = 'https://api.clerk.com'
const TIMEOUT_MS = 5000
const PAGE_SIZE = 500
/** The maximum number of pages of organizations that are read. */
const MAX_PAGES = 20

/**
 * Returns those of these slugs and ids (in lower case) that Clerk does not know. Returns undefined if Clerk cannot be reached or has
 * too many organizations.
 */
export async function findUnknownOrganizations(
  names: readonly string[],
  { secretKey }: Pick<SignInSettings, 'secretKey'>,
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
