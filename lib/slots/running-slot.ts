import 'server-only'
import { workerData } from 'node:worker_threads'

/** The longest name that is kept, in bytes. */
const LENGTH = 1000

/** Memory that a thread shares with the thread that started it: the file of the component that runs now. It can be read during a loop. */
export const createSharedSlot = (): SharedArrayBuffer => new SharedArrayBuffer(2 + LENGTH)

/** Returns the file of the component that ran when the thread was stopped, and forgets it; undefined if there was none. */
export function takeRunningSlot(shared: SharedArrayBuffer): string | undefined {
  const memory = Buffer.from(shared)
  const length = memory.readUInt16LE(0)
  memory.writeUInt16LE(0, 0)
  return length === 0 ? undefined : memory.toString('utf8', 2, 2 + length)
}

const own: unknown = (workerData as { slot?: unknown } | null)?.slot
const memory = own instanceof SharedArrayBuffer ? Buffer.from(own) : undefined
// The thread before this one may have crashed while a component ran.
memory?.writeUInt16LE(0, 0)
let running = ''

/** Notes that the component of a file runs in this thread, until the returned function is called. */
export function trackSlot(file: string): () => void {
  const before = running
  note(file)
  return () => note(before)
}

function note(file: string): void {
  running = file
  if (memory === undefined) return
  const length = memory.write(file.slice(0, LENGTH), 2)
  memory.writeUInt16LE(length, 0)
}
