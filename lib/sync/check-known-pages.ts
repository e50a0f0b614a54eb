import 'server-only'
import type { Crawl } from './crawl'
import { CallError } from './errors'
import { isDue } from './failed-attempts'
import type { Progress } from './progress'
import { findShownCollections, findUnknownLeads } from './reach'
import { requestUnanswered } from './repairs'
import type { SyncTools } from './tools'
import type { CheckedPages } from './workspace-source'

/**
 * Queues the known pages that changed, and those that could not be fetched and are due for another attempt. Throws {@link SyncError} if
 * the workspace cannot be read at all.
 */
export async function checkKnownPages(
  crawl: Crawl,
  tools: SyncTools,
  progress: Progress,
  { isFirst, onRoot }: { isFirst: boolean; onRoot: (entry: unknown) => void },
): Promise<CheckedPages> {
  const { state, source } = tools
  const unknown = findUnknownLeads(state)
  try {
    const checked = await source.checkPages(unknown)
    // The caller reads the root page's space from it: pages of other spaces do not belong to the site.
    onRoot(checked.tables.block.get(state.root))
    for (const { id, reason } of checked.unknown) progress.failed({ id, title: state.pages.get(id)?.title, reason })
    for (const [id, stamp] of checked.changed) crawl.add(id, stamp)
    for (const [id, attempts] of state.missed) {
      if (isDue(attempts)) crawl.add(id)
      else progress.failed({ id, reason: 'it could not be fetched, and is tried again later' })
    }
    // After an interrupted run, all pages that known pages link to are checked again.
    crawl.queueNewPages(isFirst ? unknown : unknown.filter((id) => checked.tables.block.has(id)), checked.tables)
    crawl.queueNewPages(checked.added, checked.tables)
    await requestUnanswered(crawl, tools, checked.tables)
    progress.pages = state.pages.size - checked.changed.size
    progress.pagesKnown = state.pages.size
    return checked
  } catch (error) {
    throw error instanceof CallError ? source.explainFailedStart(error) : error
  }
}

/** Requests the rows of each collection that a known page shows, and queues new rows. */
export async function checkCollections(crawl: Crawl, { state, source }: SyncTools, progress: Progress): Promise<void> {
  await Promise.all(
    [...findShownCollections(state)].map(async (id) => {
      try {
        const tables = await source.checkRows(id, 'normal')
        if (tables !== undefined) crawl.queueNewPages(state.collections.get(id)?.rows ?? [], tables)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        progress.failed({ id, reason: `the rows of a database: ${error.message}` })
      }
    }),
  )
}
