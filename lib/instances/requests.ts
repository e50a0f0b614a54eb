import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'
import { getSharedRedis, REDIS_DEADLINES } from '../redis/shared'
import { getRuntime } from '../runtime'
import type { Env } from '../settings/env'
import { type PreparationOutcome, requestPreparation } from '../site/prepare/preparation-requests'
import { getRedisPrefix } from '../site/working-copy'
import { parseSyncReport, readSyncReport, type SyncReport } from '../snapshot/sync-report'
import { type CombinedSyncRequest, combineSyncRequests, requestSync, type SyncRequest } from '../snapshot/sync-requests'
import { type Fields, isObject, parseObject } from '../workspace/values'
import { LiveReaders } from './live-readers'

/** Requests a sync from the writer, or from this process if the site has only one. Throws if the request cannot be stored. */
export async function requestSyncAnywhere(env: Env, request: SyncRequest): Promise<void> {
  const redis = await getWriterRedis(env)
  if (redis === undefined) await requestSync(env.stateDir, request)
  else await requestSyncOfWriter(redis, getRedisPrefix(env), request)
}

/** Requests that the newest state of the workspace folder is published, and waits until each reader serves it. */
export async function requestNewestState(
  env: Env,
  workingDir: string,
): Promise<PreparationOutcome | PublicationOutcome> {
  const redis = await getWriterRedis(env)
  if (redis === undefined) return requestPreparation(workingDir)
  return requestPublication(redis, getRedisPrefix(env)).catch(() => 'failed' as const)
}

/** Returns the report of the last sync, from Redis if there is a writer; undefined if there is no report, or Redis does not respond. */
export async function readLatestSyncReport(env: Env): Promise<SyncReport | undefined> {
  const redis = await getWriterRedis(env)
  if (redis === undefined) return readSyncReport(env.stateDir)
  const read = redis.get(`${getRedisPrefix(env)}report`).catch(() => null)
  const text = await Promise.race([read, pause(REDIS_DEADLINES.respondsMs, null, { ref: false })])
  return text === null ? undefined : parseSyncReport(String(text))
}

/** Returns the connection to the Redis of the writer; undefined without `REDIS_URL`, and in development, which prepares its own snapshot. */
const getWriterRedis = async ({ redisUrl }: Env): Promise<Redis | undefined> =>
  redisUrl === undefined || getRuntime().reader === undefined ? undefined : getSharedRedis(redisUrl)

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
interface Requests {
  sync: CombinedSyncRequest
  /** Ids of requests to publish the newest state of the workspace folder. */
  publications: string[]
}

/** How a request to publish ended; `pending` when not every reader serves the result after 10 seconds. */
type PublicationOutcome = 'done' | 'failed' | 'pending'

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
