import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'
import { type CombinedSyncRequest, combineSyncRequests, type SyncRequest } from '../snapshot/sync-requests'
import { type Fields, isObject, parseObject } from '../workspace/values'
import { LiveReaders } from './live-readers'

/** Published with each request. */
export const REQUESTED = 'requested'

/** Requests expire after this time, because a writer that starts later requests all changes anyway. */
const REQUESTS_LAST_MS = 3_600_000
const RESULT_LASTS_MS = 60_000
const CHECK_MS = 30
/** The maximum time that a request to publish waits until each reader serves the result. */
const ALL_SERVE_WITHIN_MS = 10_000
const MAX_AT_ONCE = 100

/** Requests of readers to the writer. */
export interface Requests {
  sync: CombinedSyncRequest
  /** Ids of requests to publish the newest state of the workspace folder. */
  publications: string[]
}

/** How a request to publish ended; `pending` when not every reader serves the result after 10 seconds. */
export type PublicationOutcome = 'done' | 'failed' | 'pending'

/** Requests a sync from the writer. Throws if Redis cannot be reached. */
export const requestSyncOfWriter = (redis: Redis, site: string, sync: SyncRequest): Promise<void> =>
  push(redis, site, { sync })

/** Requests that the writer publishes the newest state, and waits until each reader serves it. Throws if Redis cannot be reached. */
export async function requestPublication(
  redis: Redis,
  site: string,
  withinMs = ALL_SERVE_WITHIN_MS,
): Promise<PublicationOutcome> {
  const id = randomUUID()
  const readers = new LiveReaders(redis, site)
  await push(redis, site, { publish: id })
  for (const until = performance.now() + withinMs; performance.now() < until; await pause(CHECK_MS)) {
    const result = await redis.get(getResultKey(site, id))
    if (result === null) continue
    const generation = Number(result)
    if (generation === 0) return 'failed'
    if (await readers.haveReached(generation)) return 'done'
  }
  return 'pending'
}

/** Removes and returns the waiting requests. */
export async function takeRequests(redis: Redis, site: string): Promise<Requests> {
  const syncs: Fields[] = []
  const publications: string[] = []
  for (const text of (await redis.lPopCount(getListKey(site), MAX_AT_ONCE)) ?? []) {
    const { publish, sync } = parseObject(String(text))
    if (typeof publish === 'string') publications.push(publish)
    if (isObject(sync)) syncs.push(sync)
  }
  return { sync: combineSyncRequests(syncs), publications }
}

/** Stores the resulting generation of requests to publish, or 0 if publishing failed. */
export async function reportPublications(
  redis: Redis,
  site: string,
  ids: readonly string[],
  generation: number,
): Promise<void> {
  for (const id of ids) await redis.set(getResultKey(site, id), String(generation), { PX: RESULT_LASTS_MS })
}

async function push(redis: Redis, site: string, message: object): Promise<void> {
  const key = getListKey(site)
  await redis
    .multi()
    .rPush(key, JSON.stringify(message))
    .pExpire(key, REQUESTS_LAST_MS)
    .publish(`${site}news`, REQUESTED)
    .exec()
}

const getListKey = (site: string) => `${site}requests`
const getResultKey = (site: string, id: string) => `${site}answer:${id}`
