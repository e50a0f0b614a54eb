import { type ChildProcess, spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'

/**
 * Runs Node with these arguments until it exits or the signal aborts. Its output goes to this process's output, or to `print`.
 * Returns the exit code, or null if it was stopped. Never throws: a process that cannot be started is logged and counts as failed.
 */
export async function runNode(
  args: readonly string[],
  stopped: AbortSignal,
  env: Record<string, string> = {},
  print?: (text: string) => void,
): Promise<number | null> {
  if (stopped.aborted) return null
  let child: ChildProcess | undefined
  const stop = () => child?.kill()
  stopped.addEventListener('abort', stop)
  try {
    const output = print ? 'pipe' : 'inherit'
    child = spawn(process.execPath, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print ?? (() => {}))
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } catch (error) {
    console.error(
      `A process could not be started (${getErrorCode(error)}): leave the machine more memory and processes`,
    )
    return 1
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}

/** Returns the system's code of an error, such as `ENOMEM`, or its message if there is none. */
export const getErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}

/**
 * Returns a signal that aborts when this process should stop: after a signal of the system, at the end of a parent that has an IPC channel
 * to it, or when npm is stopped.
 */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  // Many parts of a server listen to the signal as long as the process runs.
  setMaxListeners(0, controller.signal)
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  // Otherwise the listener would keep this process running until its parent ends.
  process.channel?.unref()
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm sends a signal to its shell only, which ends without passing it on.
    const shell = process.ppid
    setInterval(() => {
      if (process.ppid !== shell) stop()
    }, 500).unref()
  }
  return controller.signal
}
