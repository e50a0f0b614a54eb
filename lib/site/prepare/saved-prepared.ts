import 'server-only'
import type { Env } from '../../settings/env'
import type { Digests } from '../../snapshot/contents'
import type { Problem } from '../../snapshot/store'
import { openWorkingCopy } from '../working-copy'

/** The summary of a preparation, which can be read without loading the index. */
export interface Prepared {
  /** Identifies everything that the index was built from. While the key is the same, the index is not rebuilt. */
  key: string
  snapshot: string
  pages: number
  publicPages: number
  /** When the index was built, by the wall clock. It is valid from then until `due`. */
  builtAt: number
  /** The next `Publish at` time, which changes the index; null if there is none. */
  due: number | null
  problems: Problem[]
  /** Files of the workspace that could not be read or converted, and may be later: names of record maps, addresses of media. */
  unread: string[]
  /** Whether pictures are left that the next preparation converts at once. */
  isUnfinished: boolean
  /** Digests of the other derived values; see `findDamaged`. */
  digests: Digests
}

/** Reads the summary of the last preparation; undefined before the first one. */
export async function readSavedPrepared(env: Env): Promise<Prepared | undefined> {
  return (await openWorkingCopy(env).derived('prepared')) as Prepared | undefined
}
