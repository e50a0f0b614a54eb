import 'server-only'
import { RedisStore } from '../snapshot/redis-store'

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
  const key = keyOf(site)
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

/** The snapshot of this site that another version, or other settings of it, used last; undefined where there is none. */
export async function latestFormer({ redis, prefix }: RedisStore, site: string): Promise<RedisStore | undefined> {
  const used = (await redis.zRange(keyOf(site), 0, -1, { REV: true })).map(String)
  const latest = used.find((each) => each !== prefix && each.startsWith(site))
  return latest === undefined ? undefined : new RedisStore(redis, latest)
}

/** Of what begins the keys of each snapshot of a site, with when that was last in use. */
const keyOf = (site: string) => `${site}snapshots`
