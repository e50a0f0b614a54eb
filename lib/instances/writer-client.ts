import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from '../redis/connection'
import { getSharedRedis, REDIS_DEADLINES } from '../redis/shared'
import { getRuntime } from '../runtime'
import type { Env } from '../settings/env'
import { type PreparationOutcome, requestPreparation } from '../site/prepare/preparation-requests'
import { getRedisPrefix } from '../site/working-copy'
import { parseSyncReport, readSyncReport, type SyncReport } from '../snapshot/sync-report'
import { requestSync, type SyncRequest } from '../snapshot/sync-requests'
import { type PublicationOutcome, requestPublication, requestSyncOfWriter } from './requests'

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
