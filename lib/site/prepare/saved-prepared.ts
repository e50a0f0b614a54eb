import 'server-only'
import type { Env } from '../../env'
import type { Digests } from '../../snapshot/contents'
import type { Problem } from '../../snapshot/store'
import { openWorkingCopy } from '../working-copy'

/** What is known of a prepared site without loading it. */
export interface Prepared {
  /** What the index was made from; with the same key it need not be made again. */
  key: string
  snapshot: string
  pages: number
  publicPages: number
  /** When the index was made, and the earliest moment at which it changes by itself; by the wall clock. It is right only in between. */
  builtAt: number
  due: number | null
  problems: Problem[]
  /** Names of files of the workspace that could not be read, and may be readable later. */
  unread: string[]
  /** Of the other derived values; see `damagedIn`. */
  digests: Digests
}

/** Reads the summary of the last preparation; undefined before the first one. */
export async function readSavedPrepared(env: Env): Promise<Prepared | undefined> {
  return (await openWorkingCopy(env).derived('prepared')) as Prepared | undefined
}
