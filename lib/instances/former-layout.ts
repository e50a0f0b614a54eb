import 'server-only'
import type { Redis } from '../redis/connection'
import type { RedisStore } from '../snapshot/redis-store'

/** Matches keys of a snapshot in this layout and in the former one, which had no `snapshot:`. They contain settings and two formats. */
const SNAPSHOT = /^(?:snapshot:)?[0-9a-f]{12}\.\d+\.\d+:/

/**
 * Returns the compressed history of paths from the former layout, in which each snapshot had its own history and a sorted set listed the
 * snapshots by their last use. The history is the only part that cannot be rebuilt.
 */
export async function readFormerHistory(redis: Redis, site: string): Promise<Buffer | undefined> {
  for (const prefix of (await redis.zRange(`${site}snapshots`, 0, -1, { REV: true })).map(String)) {
    const history = prefix.startsWith(site) ? await redis.hGet(`${prefix}state`, 'history') : null
    if (history) return history
  }
  return undefined
}

/** Removes snapshots of other versions and settings, once there are two generations of the current ones. */
export async function sweepFormerSnapshots(shared: RedisStore): Promise<void> {
  const { site, prefix, redis } = shared
  if ((await shared.lastManifests()).length < 2) return
  await shared.removeKeys(site, (key) => SNAPSHOT.test(key.slice(site.length)) && !key.startsWith(prefix))
  await redis.del(`${site}snapshots`)
}
