import { doPageJob } from '@/lib/page/thread/jobs'
import type { PageThread } from '@/lib/page/thread/page-thread'
import { getRuntime } from '@/lib/runtime'

/** Prepares pages in the process of the test, which needs no compiled code then. */
export function makePagesHere(isReduced = false): void {
  const run = async (...[name, input]: Parameters<PageThread['run']>) => ({
    ...(await doPageJob(name, input, isReduced)),
    isReduced,
  })
  getRuntime().pageThread = { run } as unknown as PageThread
}
