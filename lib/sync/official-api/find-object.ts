import type { Fields } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { OfficialClient } from './client'

/**
 * Whether a call failed because an object is not there, not shared, or of another kind (400). Other refusals, such as those of an invalid
 * token, prove nothing about the object.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)

/** Returns an object; undefined if it is not there, not shared, or of another kind. Throws {@link CallError}. */
export async function findObject(
  client: OfficialClient,
  path: string,
  priority: Priority,
): Promise<Fields | undefined> {
  try {
    return await client.get(path, priority)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
