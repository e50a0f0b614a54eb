import { constants, setPriority } from 'node:os'
import { getEnv } from '../lib/env'
import type { Ask, Reply } from '../lib/search/embedded'
import { SearchNotReadyError } from '../lib/search/index-contract'
import { LiveIndex } from '../lib/search/live-index'
import { getSite, getStore } from '../lib/site/get-site'

/** Holds the search index of the site for the process that started this one, and ends with it. Where both want the processor, pages come first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { locale, timeZone } = getEnv()
const index = new LiveIndex(getStore(), getSite, { locale, timeZone })

process.on('message', async ({ ask, question, viewer }: Ask) => {
  process.send?.(await reply(ask, () => index.search(question, viewer)))
})
process.once('disconnect', () => process.exit())

await index.load()
getStore().watch(refresh)
refresh()

function refresh(): void {
  index.update().catch((error: unknown) => console.error('The search index could not be brought up to date:', error))
}

async function reply(ask: number, search: () => ReturnType<LiveIndex['search']>): Promise<Reply> {
  try {
    return { ask, found: await search() }
  } catch (error) {
    if (error instanceof SearchNotReadyError) return { ask, notReady: true }
    return { ask, failed: error instanceof Error ? error.message : String(error) }
  }
}
