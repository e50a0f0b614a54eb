import 'server-only'
import type { SignInSettings } from '../../env'
import { objectIn } from '../../workspace/values'

const API = 'https://api.clerk.com'
const ANSWERS_WITHIN_MS = 5000
const PAGE_SIZE = 500
/** Pages of organizations that are read at most. */
const MOST_PAGES = 20

/**
 * Returns which of these names, slugs or ids in small letters, belong to no organization of the sign-in service. Undefined if the
 * service cannot be asked.
 */
export async function findUnknownOrganizations(
  names: readonly string[],
  { secretKey }: Pick<SignInSettings, 'secretKey'>,
  api = API,
): Promise<string[] | undefined> {
  const unknown = new Set(names)
  for (let page = 0; page < MOST_PAGES; page++) {
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
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    })
    const { data } = objectIn(await response.text())
    return response.ok && Array.isArray(data) ? data : undefined
  } catch {
    return undefined
  }
}
