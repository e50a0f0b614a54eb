import { constants, setPriority } from 'node:os'
import { JOBS } from '../../lib/pictures/jobs'
import type { Order, Reply } from '../../lib/pictures/picture-process'

/** The process that works on pictures; its parent ends it. Pages go before pictures. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A service manager may signal all processes of the site: this one ends with its parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// `process.exit` would wait for native code.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async ({ name, input }: Order) => {
  process.send?.(await reply(() => JOBS[name](input)))
})

async function reply(work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { result: await work() }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
