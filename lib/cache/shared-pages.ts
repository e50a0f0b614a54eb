import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { CacheHandlerValue as Entry, Handler } from '@fortedigital/nextjs-cache-handler/cache-handler.types'
import type { Redis } from '../redis/connection'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** The maximum wait for a page from Redis. Rendering it is faster than a longer wait. */
const WAIT_MS = 500
/** The size limit of decompression. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024
/** The buffer of decompression. With the default of 16 kB, a large page takes five times as long. */
const CHUNK_BYTES = 256 * 1024
/** Errors of Redis that refuse writes. */
const REFUSED = /^(?:OOM|MISCONF|READONLY)/
/** A page expires in Redis this long after the last request for it. */
const LIFETIME_S = 24 * 60 * 60

/**
 * Adds a second level to the page cache, which all readers share through Redis. Redis is asked only if the local cache has no current
 * version of a page. `prefix` identifies the build and all settings that pages depend on. `onSharedPage` is called for each page from Redis.
 */
export function createSharedPagesHandler(
  local: Handler,
  redis: Redis,
  prefix: string,
  isCurrent: (headers: OutgoingHttpHeaders | undefined) => Promise<boolean>,
  onSharedPage?: () => void,
  maxPageBytes = MAX_PAGE_BYTES,
): Handler {
  let isLogged = false
  return {
    name: 'shared-pages',
    async get(key, context) {
      const cached = await local.get(key, context)
      if (await isCurrent(getHeaders(cached))) return cached
      const shared = await Promise.race([read(redis, prefix + key, maxPageBytes), pause(WAIT_MS, null, { ref: false })])
      if (!(await isCurrent(getHeaders(shared)))) return null
      if (shared) await local.set(key, shared)
      onSharedPage?.()
      return shared
    },
    async set(key, entry) {
      await local.set(key, entry)
      write(redis, prefix + key, entry).then(
        () => {
          isLogged = false
        },
        (error) => {
          // The connection logs when Redis is unavailable; this logs when it refuses writes.
          if (isLogged || !REFUSED.test(error.message)) return
          isLogged = true
          console.error(`Redis refuses writes, so rendered pages are cached only in this process: ${error.message}`)
        },
      )
    },
    revalidateTag: (tag) => local.revalidateTag(tag),
    async delete(key) {
      await local.delete?.(key)
    },
  }
}

const getHeaders = (entry: Entry | null | undefined) =>
  entry?.value?.kind === 'APP_PAGE' ? entry.value.headers : undefined

async function write(redis: Redis, key: string, entry: Entry): Promise<void> {
  if (entry.value?.kind !== 'APP_PAGE') return
  const { rscData, ...value } = entry.value
  const text = JSON.stringify({ ...entry, value, flight: rscData?.toString('latin1') })
  await redis.set(key, await compress(text, { level: 1 }), { EX: LIFETIME_S })
}

/** Returns a page from Redis; null if it is missing or cannot be read. */
async function read(redis: Redis, key: string, maxOutputLength: number): Promise<Entry | null> {
  try {
    const bytes = await redis.getEx(key, { type: 'EX', value: LIFETIME_S })
    if (bytes === null) return null
    const text = await expand(bytes, { maxOutputLength, chunkSize: CHUNK_BYTES })
    const { flight, ...entry } = JSON.parse(String(text))
    const rscData = flight === undefined ? undefined : Buffer.from(flight, 'latin1')
    return { ...entry, value: { ...entry.value, rscData } } as Entry
  } catch {
    return null
  }
}
