import type { Fields } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { OfficialClient } from './client'

/** Returns an object; undefined if it is not there, not shared, or of another kind. Throws {@link CallError}. */
export async function getOrNothing(
  client: OfficialClient,
  path: string,
  priority: Priority,
): Promise<Fields | undefined> {
  try {
    return await client.get(path, priority)
  } catch (error) {
    // 400: the id is that of another kind of object.
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}
