import { constants, setPriority } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { getEnv } from '../../lib/env'
import { getRuntime } from '../../lib/runtime'
import type { Ask, Reply } from '../../lib/search/embedded'
import { SearchNotReadyError } from '../../lib/search/index-contract'
import { LiveIndex } from '../../lib/search/live-index'
import { getSite, getStore } from '../../lib/site/get-site'
import { logAsJsonIfShared } from '../json-log'

/** The thread that holds the search index of the site. On Linux a priority is a thread's own: pages go before searches. */
logAsJsonIfShared()
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { locale, timeZone } = getEnv()
const index = new LiveIndex(getStore(), getSite, { locale, timeZone })

parentPort?.on('message', async ({ ask, question, viewer, reader }: Ask) => {
  const runtime = getRuntime()
  if (!isDeepStrictEqual(runtime.reader, reader)) {
    runtime.reader = reader
    runtime.reloadSite?.()
  }
  parentPort?.postMessage(await reply(ask, () => index.search(question, viewer)))
})

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
