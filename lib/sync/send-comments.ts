import 'server-only'
import {
  listWaiting,
  openQueue,
  type QueueSettings,
  removeFormerIds,
  removeWaiting,
  updateWaiting,
} from '../comments/waiting-comments'
import { CallError } from './errors'
import type { WorkspaceSource } from './workspace-source'

/** After so many refused comments, a run sends no more. Those that were refused more often than others come last. */
const MAX_REFUSED = 3

/**
 * Writes waiting comments into the workspace, each once: before a comment is sent, it is marked, and a marked one is looked for before it is
 * sent again. Returns why some still wait, as a part of a sentence; undefined if none does.
 */
export async function sendComments(source: WorkspaceSource, settings: QueueSettings): Promise<string | undefined> {
  let refusal: string | undefined
  let refused = 0
  try {
    await openQueue(settings)
    await removeFormerIds(settings)
    for (const comment of await listWaiting(settings)) {
      try {
        const isThere = comment.isTried === true && (await source.hasComment?.(comment.id))
        if (!isThere) {
          await updateWaiting({ ...comment, isTried: true }, settings)
          await source.writeComment?.(comment)
        }
        await removeWaiting(comment, settings)
      } catch (error) {
        if (!isRefusal(error)) throw error
        refusal ??= error.message
        refused++
        await updateWaiting({ ...comment, isTried: true, refusals: (comment.refusals ?? 0) + 1 }, settings)
        if (refused === MAX_REFUSED) break
      }
    }
    return refusal
  } catch (error) {
    if (error instanceof CallError) return error.message
    const { message, code } = error as NodeJS.ErrnoException
    return `the queue of comments cannot be used (${code ?? message})`
  }
}

/** Whether the workspace refuses this comment. Others, such as those of its database, concern all comments. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 400 || error.status === 404)
