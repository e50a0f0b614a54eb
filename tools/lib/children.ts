import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs Node on these arguments, with this process's output, until it ends or the signal aborts.
 * Answers its exit code, null when it was stopped.
 */
export async function runNode(
  args: readonly string[],
  stopped: AbortSignal,
  env: Record<string, string> = {},
): Promise<number | null> {
  if (stopped.aborted) return null
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const stop = () => child.kill()
  stopped.addEventListener('abort', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  stopped.removeEventListener('abort', stop)
  return code
}

/** Ends a child that this process started: asks first, insists after some seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const insist = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill()
  await once(child, 'exit')
  clearTimeout(insist)
}

/** Aborts when this process is asked to stop: by a signal, by the end of a parent that it has a channel to, or through npm. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm passes a signal on to its shell, which dies of it and tells nobody.
    const shell = process.ppid
    setInterval(() => {
      if (process.ppid !== shell) stop()
    }, 500).unref()
  }
  return controller.signal
}
