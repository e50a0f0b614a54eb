import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'
import { combineSyncRequests, type SyncRequest, type SyncWanted } from '../snapshot/sync-requests'
import { type Fields, isObject, parseObject } from '../workspace/values'
import { LiveReaders } from './live-readers'

/** Published with each request. */
export const REQUESTED = 'requested'

/** A writer that takes over later requests all changes anyway. */
const REQUESTS_LAST_MS = 3_600_000
const ANSWER_LASTS_MS = 60_000
const LOOK_MS = 30
/** How long a request to publish waits until each reader serves the result. */
const ALL_SERVE_WITHIN_MS = 10_000
const MOST_AT_ONCE = 100

/** Requests of readers to the writer. */
export interface Requests {
  sync: SyncWanted
  /** Ids of requests to publish the newest state of the workspace folder. */
  publications: string[]
}

/** Returns how a request to publish ended; `pending` when not every reader serves the result after 10 seconds. */
export type PublicationOutcome = 'done' | 'failed' | 'pending'

/** Requests a sync from the writer. Throws if Redis cannot be reached. */
export const requestSyncOfWriter = (redis: Redis, site: string, sync: SyncRequest): Promise<void> =>
  push(redis, site, { sync })

/** Requests that the writer publishes the newest state, and waits until each reader serves it. Throws if Redis cannot be reached. */
export async function requestPublication(redis: Redis, site: string): Promise<PublicationOutcome> {
  const id = randomUUID()
  const readers = new LiveReaders(redis, site)
  await push(redis, site, { publish: id })
  for (const until = performance.now() + ALL_SERVE_WITHIN_MS; performance.now() < until; await pause(LOOK_MS)) {
    const answer = await redis.get(answerKey(site, id))
    if (answer === null) continue
    const generation = Number(answer)
    if (generation === 0) return 'failed'
    if (await readers.haveReached(generation)) return 'done'
  }
  return 'pending'
}

/** Removes and returns the waiting requests. */
export async function takeRequests(redis: Redis, site: string): Promise<Requests> {
  const syncs: Fields[] = []
  const publications: string[] = []
  for (const text of (await redis.lPopCount(listKey(site), MOST_AT_ONCE)) ?? []) {
    const { publish, sync } = parseObject(String(text))
    if (typeof publish === 'string') publications.push(publish)
    if (isObject(sync)) syncs.push(sync)
  }
  return { sync: combineSyncRequests(syncs), publications }
}

/** Responds to requests to publish with the resulting generation; 0: there is none. */
export async function respondToPublications(
  redis: Redis,
  site: string,
  ids: readonly string[],
  generation: number,
): Promise<void> {
  for (const id of ids) await redis.set(answerKey(site, id), String(generation), { PX: ANSWER_LASTS_MS })
}

async function push(redis: Redis, site: string, message: object): Promise<void> {
  const key = listKey(site)
  await redis
    .multi()
    .rPush(key, JSON.stringify(message))
    .pExpire(key, REQUESTS_LAST_MS)
    .publish(`${site}news`, REQUESTED)
    .exec()
}

const listKey = (site: string) => `${site}requests`
const answerKey = (site: string, id: string) => `${site}answer:${id}`
