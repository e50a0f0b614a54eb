import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { link, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Redis } from '../redis/connection'
import { getSharedRedis, waitForRedis } from '../redis/shared'
import type { Env } from '../settings/env'
import { getRedisPrefix, getSiteKey } from '../site/working-copy'
import { readTextIfPresent } from '../snapshot/regular-file'
import { createFolder, flushFolder, UNFINISHED, writeFileAtomically } from '../snapshot/write-file-atomically'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { parseObject } from '../workspace/values'

/** What becomes of a comment in the workspace: it is shown, waits for the owner, or is probably spam. */
export type CommentStatus = 'approved' | 'new' | 'spam'

/** A comment that a reader sent, until the workspace has it. */
export interface WaitingComment {
  /** The id of its form, under which the workspace has at most one row. */
  id: Id
  /** When the form was made, in milliseconds since 1970. */
  at: number
  page: Id
  /** The comment to which it replies. */
  replyTo?: Id
  name: string
  text: string
  verdict: CommentStatus
  /** Whether it may have been written already. */
  isTried?: true
  /** How often the workspace refused it. */
  refusals?: number
}

/** How old a form must be when it is sent, because programs send it at once, and how old it may be. In milliseconds. */
export const FORM_AGES = { minMs: 2000, maxMs: 3600_000 }

/** The most comments that wait, and how often one is sent that the workspace refuses. */
export const QUEUE_LIMITS = { comments: 1000, refusals: 5 }

/** How long a comment stays that the workspace refused too often. In milliseconds. */
const REFUSED_MS = 30 * 24 * 3600_000

/** How long a new process waits for Redis. */
const CONNECTS_WITHIN_MS = 5000
/** Files of writes that were interrupted are removed after this time. */
const UNFINISHED_MS = 3600_000
const FILE = /^([0-9a-f-]{36})\.json$/

export type QueueSettings = Pick<Env, 'stateDir' | 'redisUrl' | 'rootId' | 'workspaceDir'>

/** The queue of one instance is a folder; several instances share a hash in Redis, which the writer empties. */
export const getQueueFolder = (settings: QueueSettings): string =>
  path.join(settings.stateDir, 'comments', getSiteKey(settings))
const getFile = (id: Id, settings: QueueSettings) => path.join(getQueueFolder(settings), `${id}.json`)
const getKey = (settings: QueueSettings) => `${getRedisPrefix(settings)}comments`

/**
 * Stores a comment. A form that is sent again is `known`, also after its comment was written, or `changed` if it has another text. Throws if
 * the comment cannot be stored.
 */
export async function addWaiting(
  comment: WaitingComment,
  settings: QueueSettings,
): Promise<'added' | 'known' | 'changed' | 'full'> {
  const text = JSON.stringify(comment)
  if (settings.redisUrl !== undefined) {
    const key = getKey(settings)
    const [stored, count] = await runOnRedis(settings.redisUrl, (redis) =>
      Promise.all([redis.hGet(key, comment.id), redis.hLen(key)]),
    )
    if (stored !== null) return compare(comment, String(stored))
    if (await isFull(count, settings)) return 'full'
    const isAdded = await runOnRedis(settings.redisUrl, (redis) => redis.hSetNX(key, comment.id, text))
    return isAdded ? 'added' : addWaiting(comment, settings)
  }
  const names = await listFiles(settings)
  const file = getFile(comment.id, settings)
  if (names.includes(path.basename(file))) return compare(comment, (await readTextIfPresent(file)) ?? '')
  if (await isFull(names.length, settings)) return 'full'
  return (await createFile(file, text)) ? 'added' : addWaiting(comment, settings)
}

/** Compares a comment with the record of the same form. After it was written, the record contains only its hash. */
function compare(comment: WaitingComment, record: string): 'known' | 'changed' {
  const { isWritten, hash, name, text } = parseObject(record)
  const isSame = isWritten === true ? hash === hashText(comment) : name === comment.name && text === comment.text
  return isSame ? 'known' : 'changed'
}

const hashText = ({ id, name, text }: WaitingComment): string =>
  createHash('sha256')
    .update(JSON.stringify([id, name, text]))
    .digest('base64url')

/** `count` is the number of all records. Those of comments that wait no more do not count, and only their content shows which they are. */
const isFull = async (count: number, settings: QueueSettings): Promise<boolean> =>
  count >= QUEUE_LIMITS.comments && (await listWaiting(settings)).length >= QUEUE_LIMITS.comments

/** Runs a command of Redis. Throws an error with a `code`, as the functions for files do. */
async function runOnRedis<Result>(url: string, command: (redis: Redis) => Promise<Result>): Promise<Result> {
  try {
    return await command(await getSharedRedis(url))
  } catch (cause) {
    throw createRedisError(cause)
  }
}

const createRedisError = (cause?: unknown): Error =>
  Object.assign(new Error('Redis does not respond', { cause }), { code: 'REDIS' })

/** Creates a file with its whole content; returns false if there is one of this name. */
async function createFile(file: string, text: string): Promise<boolean> {
  const folder = path.dirname(file)
  await createFolder(folder)
  const temporary = path.join(folder, `${randomUUID()}${UNFINISHED}`)
  try {
    await writeFile(temporary, text, { flush: true, mode: 0o600 })
    // Unlike renaming, this never replaces what another request has stored.
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true }).catch(() => {})
  }
  await flushFolder(folder)
  return true
}

/** Waits for the connection to Redis, if the queue is there. Throws without one. */
export async function openQueue({ redisUrl }: QueueSettings): Promise<void> {
  if (redisUrl !== undefined && !(await waitForRedis(redisUrl, CONNECTS_WITHIN_MS))) {
    throw createRedisError()
  }
}

/** Returns the comments that wait by time, refused ones after all others. Leaves out damaged ones, and those that were refused too often. */
export async function listWaiting(settings: QueueSettings): Promise<WaitingComment[]> {
  const records = await readRecords(settings)
  const comments = records.flatMap(([id, text]) => parseWaiting(id, text) ?? [])
  const waiting = comments.filter(({ refusals = 0 }) => refusals < QUEUE_LIMITS.refusals)
  return waiting.sort((a, b) => (a.refusals ?? 0) - (b.refusals ?? 0) || a.at - b.at)
}

/** Replaces a comment that waits. */
export async function updateWaiting(comment: WaitingComment, settings: QueueSettings): Promise<void> {
  await replace(comment.id, JSON.stringify(comment), settings)
}

/** Removes a comment that the workspace has, except for the id of its form and a hash. */
export async function removeWaiting(comment: WaitingComment, settings: QueueSettings): Promise<void> {
  const { id, at } = comment
  await replace(id, JSON.stringify({ at, isWritten: true, hash: hashText(comment) }), settings)
}

/** Removes the ids of forms that are too old to be sent again, and comments that were refused too often a month ago. */
export async function removeFormerIds(settings: QueueSettings, now = Date.now()): Promise<void> {
  for (const [id, text] of await readRecords(settings)) {
    const { isWritten, at, refusals } = parseObject(text)
    const isRefused = Number(refusals) >= QUEUE_LIMITS.refusals
    const kept = isWritten === true ? FORM_AGES.maxMs : isRefused ? REFUSED_MS : undefined
    if (kept === undefined || now <= Number(at) + kept) continue
    if (settings.redisUrl === undefined) await rm(getFile(id, settings), { force: true })
    else await runOnRedis(settings.redisUrl, (redis) => redis.hDel(getKey(settings), id))
  }
  if (settings.redisUrl !== undefined) return
  for (const name of await listFiles(settings)) {
    if (!name.endsWith(UNFINISHED)) continue
    const file = path.join(getQueueFolder(settings), name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }))
    if (Math.abs(now - mtimeMs) > UNFINISHED_MS) await rm(file, { force: true })
  }
}

async function replace(id: Id, text: string, settings: QueueSettings): Promise<void> {
  if (settings.redisUrl === undefined) await writeFileAtomically(getFile(id, settings), text, { mode: 0o600 })
  else await runOnRedis(settings.redisUrl, (redis) => redis.hSet(getKey(settings), id, text))
}

async function readRecords(settings: QueueSettings): Promise<[id: Id, text: string][]> {
  if (settings.redisUrl !== undefined) {
    const texts = await runOnRedis(settings.redisUrl, (redis) => redis.hGetAll(getKey(settings)))
    return Object.entries(texts).map(([id, text]) => [id, String(text)])
  }
  const ids = (await listFiles(settings)).flatMap((name) => FILE.exec(name)?.[1] ?? [])
  const records: [Id, string][] = []
  for (const id of ids) records.push([id, (await readTextIfPresent(getFile(id, settings))) ?? ''])
  return records
}

const listFiles = (settings: QueueSettings): Promise<string[]> =>
  readdir(getQueueFolder(settings)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const STATUSES: readonly unknown[] = ['approved', 'new', 'spam']

function parseWaiting(id: Id, text: string): WaitingComment | undefined {
  const { at, page, replyTo, name, text: written, verdict, isTried, refusals } = parseObject(text)
  if (toUuid(id) !== id || toUuid(page) === undefined || !STATUSES.includes(verdict)) return undefined
  if (typeof at !== 'number' || typeof name !== 'string' || typeof written !== 'string') return undefined
  const above = toUuid(replyTo)
  return {
    ...{ id, at, page: String(page), name, text: written, verdict: verdict as CommentStatus },
    ...(above !== undefined && { replyTo: above }),
    ...(isTried === true && { isTried }),
    ...(typeof refusals === 'number' && { refusals }),
  }
}
