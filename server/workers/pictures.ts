import { JOBS } from '../../lib/pictures/jobs'
import type { JobRequest } from '../../lib/workers/job-queue'
import { runJob } from '../../lib/workers/thread'
import { lowerPriority } from './lower-priority'

/** The process that creates pictures, until its parent ends it. */
lowerPriority()
// A service manager may signal all processes of the site, but this one ends with its parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// `process.exit` would wait for native code.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (request: JobRequest) => {
  process.send?.(await runJob(request, (name, input) => JOBS[name as keyof typeof JOBS](input as never)))
})
