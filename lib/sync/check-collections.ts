import 'server-only'
import type { Crawl } from './crawl'
import { CallError } from './errors'
import type { Progress } from './progress'
import type { SyncTools } from './tools'

/** Requests the rows of each collection that a known page shows, and queues new rows. */
export async function checkCollections(crawl: Crawl, { state, source }: SyncTools, progress: Progress): Promise<void> {
  const shown = new Set([...state.pages.values()].flatMap((page) => page.collections))
  await Promise.all(
    [...shown].map(async (id) => {
      try {
        const tables = await source.checkRows(id, 'normal')
        if (tables !== undefined) crawl.consider(state.collections.get(id)?.rows ?? [], tables)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        progress.failed({ id, reason: `the rows of a database: ${error.message}` })
      }
    }),
  )
}
