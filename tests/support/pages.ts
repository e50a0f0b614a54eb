import { doPageJob } from '@/lib/page/thread/jobs'
import type { PageThread } from '@/lib/page/thread/page-thread'
import { getRuntime } from '@/lib/runtime'

/** Prepares pages in the process of the test, which needs no compiled code then. */
export function makePagesHere(): void {
  const run = async (...[name, input]: Parameters<PageThread['run']>) => ({
    ...(await doPageJob(name, input, false)),
    isReduced: false,
  })
  getRuntime().pageThread = { run } as unknown as PageThread
}
