import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'

const requestId = new AsyncLocalStorage<string>()

/** Handles a request so that every line logged meanwhile carries its id, if it has one. */
export function runWithRequestId(id: string, handle: () => void): void {
  // On Node.js 20 and 22, each storage that was used once makes all later requests slower, also those for cached pages.
  if (id === '') handle()
  else requestId.run(id, handle)
}

/**
 * Makes the console write one JSON object a line, if the process belongs to a site of several instances: their logs are collected and
 * searched by programs. A site with one process logs plain text.
 */
export function logAsJsonIfShared(): void {
  if (!process.env.REDIS_URL?.trim()) return
  const logTo =
    (stream: NodeJS.WriteStream, level: string) =>
    (...values: unknown[]) => {
      const id = requestId.getStore()
      const event = { time: new Date().toISOString(), level, ...(id && { id }), message: format(...values) }
      stream.write(`${JSON.stringify(event)}\n`)
    }
  for (const level of ['debug', 'log', 'info'] as const) console[level] = logTo(process.stdout, 'info')
  for (const level of ['warn', 'error'] as const) console[level] = logTo(process.stderr, level)
}
