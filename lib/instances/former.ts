import 'server-only'
import type { RedisStore } from '../snapshot/redis-store'

/** What a version of the site wrote stays for so long after its last instance ended: who goes back to it finds it. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * Notes that this snapshot is in use, and removes those that other versions or settings of the same site left, once none of their
 * instances has held the right to write for a day.
 * @param site What the keys of all of them begin with.
 * @param now In milliseconds since 1970.
 */
export async function sweepFormer(shared: RedisStore, site: string, now: number): Promise<void> {
  const { redis } = shared
  const key = `${site}snapshots`
  await redis.zAdd(key, { score: now, value: shared.prefix })
  for (const bytes of await redis.zRangeByScore(key, 0, now - KEPT_MS)) {
    const prefix = String(bytes)
    if (!prefix.startsWith(site)) continue
    if ((await redis.exists(`${prefix}lock`)) === 1) {
      await redis.zAdd(key, { score: now, value: prefix })
      continue
    }
    for await (const keys of redis.scanIterator({ MATCH: `${prefix}*`, COUNT: 200 })) {
      if (keys.length > 0) await redis.unlink(keys)
    }
    await redis.zRem(key, prefix)
  }
}
