import 'server-only'
import type { Redis } from '../redis/connection'
import type { RedisStore } from '../snapshot/redis-store'

/** Keys of a snapshot, of this layout or of the one before, where `snapshot:` was missing: settings and two formats. */
const SNAPSHOT = /^(?:snapshot:)?[0-9a-f]{12}\.\d+\.\d+:/

/**
 * Returns the compressed history of paths in the layout before that of {@link RedisStore}: each snapshot had its own, and a sorted set
 * named the snapshots by their last use. It is the one thing there that cannot be rebuilt.
 */
export async function readFormerHistory(redis: Redis, site: string): Promise<Buffer | undefined> {
  for (const prefix of (await redis.zRange(`${site}snapshots`, 0, -1, { REV: true })).map(String)) {
    const history = prefix.startsWith(site) ? await redis.hGet(`${prefix}state`, 'history') : null
    if (history) return history
  }
  return undefined
}

/** Removes the snapshots that versions or settings other than those of the last two generations left. */
export async function sweepFormerSnapshots(shared: RedisStore): Promise<void> {
  const { site, prefix, redis } = shared
  if ((await shared.lastManifests()).length < 2) return
  await shared.removeKeys(site, (key) => SNAPSHOT.test(key.slice(site.length)) && !key.startsWith(prefix))
  await redis.del(`${site}snapshots`)
}
