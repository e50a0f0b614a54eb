import type { SearchJob } from '../../lib/search/embedded'
import { LiveIndex } from '../../lib/search/live-index'
import { SearchNotReadyError } from '../../lib/search/search-query'
import { getEnv } from '../../lib/settings/env'
import { getSite, getStore, setWithheld } from '../../lib/site/get-site'
import { serveThread } from '../../lib/workers/thread'
import { logAsJsonIfShared } from '../json-log'
import { lowerPriority } from './lower-priority'

/** The thread of the search index. */
logAsJsonIfShared()
lowerPriority()
const { locale, timeZone } = getEnv()
const index = new LiveIndex(getStore(), getSite, { locale, timeZone })

serveThread(async (_, input) => {
  const { searchQuery, viewer, withheld } = input as SearchJob
  // What is no longer hidden was removed from the index.
  if (setWithheld(withheld)) refresh()
  try {
    return await index.search(searchQuery, viewer)
  } catch (error) {
    if (error instanceof SearchNotReadyError) return null
    throw error
  }
})

await index.load()
getStore().watch(refresh)
refresh()

function refresh(): void {
  index.update().catch((error: unknown) => console.error('The search index could not be updated:', error))
}
