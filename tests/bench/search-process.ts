import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LiveIndex } from '@/lib/search/live-index'
import { getEnv } from '@/lib/settings/env'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import type { StoredPage } from '@/lib/workspace/stored'

/** Costs of the index of a workspace. */
export interface IndexCosts {
  /** Seconds to build it, and to load it from the disk. */
  built: number
  loaded: number
  /** Megabytes. */
  memory: number
  /** Milliseconds to update one page. */
  updated: number
  /** The longest time in milliseconds for which an update blocks a search. */
  heldUp: number
}

/** This file is a separate process, so that nothing else uses its memory. It sends its result to its parent. */
const store = openWorkingCopy(getEnv())
const saved = await readSavedIndex(store)
if (saved === undefined) throw new Error('The workspace is not prepared')
let site = new Site(saved)
let changed: string | undefined
const source = {
  derived: store.derived.bind(store),
  putDerived: store.putDerived.bind(store),
  collection: store.collection.bind(store),
  async page(id: string, hash: string): Promise<StoredPage> {
    const page = await store.page(id, hash)
    if (id === changed) for (const block of Object.values(page.blocks)) block.properties.title?.push([' lighthouse'])
    return page
  },
}
const open = () => new LiveIndex(source, async () => site, { locale: 'en', timeZone: 'UTC' })
const seconds = async (work: () => Promise<void>) => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

const built = await seconds(() => open().update())
const before = heap()
const index = open()
const loaded = await seconds(async () => {
  await index.load()
  await index.update()
})
const memory = heap() - before

changed = saved.pages.at(-1)?.id
const pages = saved.pages.map((page) => (page.id === changed ? { ...page, version: 'another' } : page))
site = new Site({ ...saved, pages })
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const updated = (await seconds(() => index.update())) * 1000
delays.disable()
const { total } = await index.search({ query: 'lighthouse', limit: 5 }, { signedIn: false, organizations: [] })
if (total !== 1) throw new Error(`The changed page was found ${total} times`)
process.send?.({ built, loaded, memory, updated, heldUp: delays.max / 1e6 } satisfies IndexCosts, () => process.exit())
