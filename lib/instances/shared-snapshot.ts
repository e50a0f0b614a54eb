import 'server-only'
import type { Redis } from '../redis/connection'
import type { Env } from '../settings/env'
import { getRedisPrefix, getSnapshotVariant } from '../site/working-copy'
import { RedisStore } from '../snapshot/redis-store'

/** Opens the snapshot of a site in Redis. `writer` is the value of `WriterRole`, in the process that has the role. */
export const openSharedSnapshot = (env: Env, redis: Redis, writer?: string): RedisStore =>
  new RedisStore(redis, getRedisPrefix(env), getSnapshotVariant(env), writer)
