import path from 'node:path'
import { afterEach } from 'vitest'
import { Publisher } from '@/lib/instances/publisher'
import { Reader, type ReaderLimits } from '@/lib/instances/reader'
import type { Redis } from '@/lib/redis/connection'
import type { ReaderState } from '@/lib/runtime'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { RedisStore } from '@/lib/snapshot/redis-store'
import { startFileRedis } from '../../support/file-redis'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createRawMap, workspace } from '../snapshot/support'

/** Creates a record map of pages with these titles. */
export const pages = (...titles: string[]) =>
  createRawMap(Object.fromEntries(titles.map((title) => [title, `Text of ${title}`])))

/** No test waits for these, unless it sets shorter ones. */
const LONG_LIMITS: ReaderLimits = {
  intervalMs: 60_000,
  checkMs: 20_000,
  loadMs: 20_000,
  pauseMs: 20_000,
  startMs: 20_000,
  otherWriterMs: 20_000,
}

/** Starts a Redis for the tests of the calling file, and stops the readers after each test. */
export async function startReaders() {
  const server = await startFileRedis()
  const redis = await server.client()
  const readers: Reader[] = []
  let sites = 0
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.stop()
  })

  /** Creates a site. `publish` publishes it with pages of these titles. */
  async function createPublishedSite({ hasWriter = true } = {}) {
    const { env, folder } = workspace({ 'home.json': pages('Home') })
    const site = `test:reader:${sites++}:`
    if (hasWriter) await redis.set(`${site}writer`, 'writer')
    const shared = new RedisStore(redis, site, 'a', hasWriter ? 'writer' : '')
    const publisher = new Publisher(openWorkingCopy(env), shared)
    const publish = async (...titles: string[]) => {
      writeFiles(folder, { 'home.json': pages(...titles) })
      await prepareSite(env, 0)
      await publisher.publish()
      return shared.generation()
    }
    return { shared, publish, publisher }
  }

  /**
   * Opens a reader with its own connection. `states` contains its states, `getState` returns the current one and `readTitles` the titles of
   * its pages.
   */
  async function openReader({ site, variant }: RedisStore, limits: Partial<ReaderLimits> = {}, client?: Redis) {
    const local = new FilesStore(path.join(createTemporaryFolder(), 'copy'))
    const states: (ReaderState & { withdrawn: ReadonlySet<string> })[] = []
    const own = new RedisStore(client ?? (await server.client()), site, variant)
    const onChange: Reader['onChange'] = (state, withdrawn) => states.push({ ...state, withdrawn })
    const reader = new Reader(own, local, onChange, { ...LONG_LIMITS, ...limits })
    readers.push(reader)
    const readTitles = async () => (await readSavedIndex(local))?.pages.map(({ title }) => title).sort()
    return { reader, local, states, readTitles, getState: () => states.at(-1) }
  }

  return { server, redis, readers, createPublishedSite, openReader }
}
