import type { Visibility } from '../lib/snapshot/visibility'
import { isObject } from '../lib/workspace/values'

/** Sent by a preparation or a sync that could not write its folder. */
export interface WriteFailure {
  /** Why it could not write, as a part of a sentence that names no file. */
  unwritten: string
  /** Who may read what by the newest state of the workspace; undefined if that is not known. */
  visibility?: Visibility | undefined
}

/** Whether a message of a child is a {@link WriteFailure}. Children also send messages that only report progress. */
export const isWriteFailure = (message: unknown): message is WriteFailure =>
  isObject(message) && typeof message.unwritten === 'string'

/** Sends a failure to the parent, if there is one. Resolves when it was sent, so that the process may end. */
export function sendWriteFailure(failure: WriteFailure): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(failure, undefined, undefined, () => resolve())
  })
}
