import 'server-only'
import path from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import type { JobRequest, Message, Reply, StartWorker } from './job-queue'

/**
 * Returns a function that starts a thread. `file` is its script, relative to the project. The memory limit counts JavaScript only. The thread
 * finds `workerData` in `node:worker_threads`.
 */
export const createThreadStarter =
  (file: string, heapMegabytes?: number, workerData?: object): StartWorker =>
  ({ receive, end }) => {
    const resourceLimits = heapMegabytes === undefined ? undefined : { maxOldGenerationSizeMb: heapMegabytes }
    const thread = new Worker(/*turbopackIgnore: true*/ path.resolve(file), {
      execArgv: [],
      resourceLimits,
      workerData,
    })
    // A thread must not keep a process alive that is shutting down.
    thread.unref()
    thread.on('message', receive)
    thread.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
    thread.once('exit', (code) => end(`exit code ${code}`))
    return { send: (request) => thread.postMessage(request), stop: () => void thread.terminate() }
  }

/** Does the jobs that this thread receives. */
export function serveThread(work: (name: string, input: unknown) => Promise<unknown>): void {
  const send = (message: Message) => parentPort?.postMessage(message)
  parentPort?.on('message', async (request: JobRequest) => send(await runJob(request, work)))
}

/** Announces that this thread can take jobs. */
export const announceReady = (): void => parentPort?.postMessage('ready' satisfies Message)

/** Does a job and returns its reply. Never throws. */
export async function runJob(
  { id, name, input }: JobRequest,
  work: (name: string, input: unknown) => Promise<unknown>,
): Promise<Reply> {
  try {
    return { id, result: await work(name, input) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) }
  }
}
