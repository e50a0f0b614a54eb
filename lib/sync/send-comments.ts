import 'server-only'
import {
  listWaiting,
  openQueue,
  QUEUE_LIMITS,
  type QueueSettings,
  removeFormerIds,
  removeWaiting,
  updateWaiting,
  type WaitingComment,
} from '../comments/waiting-comments'
import { CallError } from './errors'
import type { WorkspaceSource } from './workspace-source'

/** After so many refused comments, a run sends no more. Those that were refused more often than others come last. */
const MAX_REFUSED = 3

/**
 * Writes waiting comments into the workspace, each once: before a comment is sent, it is marked, and a marked one is looked for before it is
 * sent again. Returns why some still wait and what to do, as a part of a sentence; undefined if none does.
 */
export async function sendComments(source: WorkspaceSource, settings: QueueSettings): Promise<string | undefined> {
  let refusal: string | undefined
  let refused = 0
  try {
    await openQueue(settings)
    await removeFormerIds(settings)
    for (const comment of await listWaiting(settings)) {
      if (source.hasComment === undefined || source.writeComment === undefined) {
        return 'this source cannot write: set NOTION_INTEGRATION_TOKEN'
      }
      try {
        const isThere = comment.isTried === true && (await source.hasComment(comment.id))
        if (!isThere) {
          await updateWaiting({ ...comment, isTried: true }, settings)
          await source.writeComment(comment.refusals === undefined ? comment : removeReply(comment))
        }
        await removeWaiting(comment, settings)
      } catch (error) {
        if (!isRefusal(error)) throw error
        refusal ??= `${error.message}: check the properties of the database of comments`
        refused++
        const refusals = (comment.refusals ?? 0) + 1
        await updateWaiting({ ...comment, isTried: true, refusals }, settings)
        // The log may be public, unlike the comment.
        if (refusals >= QUEUE_LIMITS.refusals) console.error(`Notion refused the comment ${comment.id} too often`)
        if (refused === MAX_REFUSED) break
      }
    }
    return refusal
  } catch (error) {
    if (error instanceof CallError) return error.message
    const { name, code } = error as NodeJS.ErrnoException
    if (name === 'AbortError' || code === undefined) throw error
    if (code === 'REDIS') return 'Redis does not respond: check it, and REDIS_URL'
    return `the queue of comments cannot be used (${code}): make room in STATE_DIR, and give this user write access`
  }
}

/** The comment to which it replies may be gone, which Notion refuses, too. */
const removeReply = ({ replyTo: _, ...comment }: WaitingComment): WaitingComment => comment

/** Whether the workspace refuses this comment. Others, such as those of its database, concern all comments. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 400 || error.status === 404)
