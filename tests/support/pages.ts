import { doPageJob } from '@/lib/page/thread/jobs'
import type { PageThread } from '@/lib/page/thread/page-thread'
import { getRuntime } from '@/lib/runtime'

/** Makes page jobs run in the process of the test, so that no compiled code is needed. */
export function runPageJobsInProcess(isReduced = false): void {
  const run = async (...[name, input, place]: Parameters<PageThread['run']>) => ({
    ...(await doPageJob(name, input, { reduced: isReduced, place })),
    isReduced,
  })
  getRuntime().pageThread = { run } as unknown as PageThread
}
