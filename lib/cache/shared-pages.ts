import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { CacheHandlerValue as Entry, Handler } from '@fortedigital/nextjs-cache-handler/cache-handler.types'
import type { Redis } from '../redis/connection'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** How long a page in Redis is waited for: rendering it takes less than a longer wait. */
const WAIT_MS = 500
/** A page expands to no more: a few bytes in Redis could expand to gigabytes. */
const LARGEST_PAGE_BYTES = 64 * 1024 * 1024
/** Bytes that are expanded at a time: with the 16 kB of Node.js, a large page takes five times as long. */
const CHUNK_BYTES = 256 * 1024
/** What Redis says that takes no more. */
const REFUSED = /^(?:OOM|MISCONF|READONLY)/
/** Pages that nobody asks for any more leave Redis by themselves. */
const KEPT_S = 24 * 60 * 60

/**
 * Shares rendered pages among all readers through Redis, behind those that this reader holds itself: a page that is held here in its
 * current version needs no request to Redis. A page that Redis does not return is rendered.
 * `prefix` names the build and all settings that pages depend on; `found` is called for each page that came from Redis.
 */
export function withSharedPages(
  local: Handler,
  redis: Redis,
  prefix: string,
  isCurrent: (headers: OutgoingHttpHeaders | undefined) => Promise<boolean>,
  found?: () => void,
): Handler {
  let isTold = false
  return {
    name: 'shared-pages',
    async get(key, context) {
      const held = await local.get(key, context)
      if (await isCurrent(headersOf(held))) return held
      const shared = await Promise.race([read(redis, prefix + key), pause(WAIT_MS, null, { ref: false })])
      if (!(await isCurrent(headersOf(shared)))) return null
      if (shared) await local.set(key, shared)
      found?.()
      return shared
    },
    async set(key, entry) {
      await local.set(key, entry)
      write(redis, prefix + key, entry).then(
        () => {
          isTold = false
        },
        (error) => {
          // While Redis is away, the connection says so; here it has no room.
          if (isTold || !REFUSED.test(error.message)) return
          isTold = true
          console.error(`Rendered pages are kept by this reader alone: ${error.message}`)
        },
      )
    },
    revalidateTag: (tag) => local.revalidateTag(tag),
    async delete(key) {
      await local.delete?.(key)
    },
  }
}

const headersOf = (entry: Entry | null | undefined) =>
  entry?.value?.kind === 'APP_PAGE' ? entry.value.headers : undefined

async function write(redis: Redis, key: string, entry: Entry): Promise<void> {
  if (entry.value?.kind !== 'APP_PAGE') return
  const { rscData, ...value } = entry.value
  const text = JSON.stringify({ ...entry, value, flight: rscData?.toString('latin1') })
  await redis.set(key, await compress(text, { level: 1 }), { EX: KEPT_S })
}

/** Null: there is none, or none that can be read. */
async function read(redis: Redis, key: string): Promise<Entry | null> {
  try {
    const bytes = await redis.getEx(key, { type: 'EX', value: KEPT_S })
    if (bytes === null) return null
    const text = await expand(bytes, { maxOutputLength: LARGEST_PAGE_BYTES, chunkSize: CHUNK_BYTES })
    const { flight, ...entry } = JSON.parse(String(text))
    const rscData = flight === undefined ? undefined : Buffer.from(flight, 'latin1')
    return { ...entry, value: { ...entry.value, rscData } } as Entry
  } catch {
    return null
  }
}
