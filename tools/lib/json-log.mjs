import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'

/** @type {AsyncLocalStorage<string>} */
const requestId = new AsyncLocalStorage()

/** Does what answers a request, and has all that is said meanwhile name it. */
export function inRequest(/** @type {string} */ id, /** @type {() => void} */ answer) {
  requestId.run(id, answer)
}

/** From now on this process says each thing as one line of JSON, as it logs each request: of several instances nobody reads the log by eye. */
export function logAsJson() {
  const say = (/** @type {NodeJS.WriteStream} */ stream, /** @type {string} */ level) => {
    return (/** @type {unknown[]} */ ...values) => {
      const id = requestId.getStore()
      const event = { time: new Date().toISOString(), level, ...(id && { id }), message: format(...values) }
      stream.write(`${JSON.stringify(event)}\n`)
    }
  }
  for (const level of /** @type {const} */ (['debug', 'log', 'info'])) console[level] = say(process.stdout, 'info')
  for (const level of /** @type {const} */ (['warn', 'error'])) console[level] = say(process.stderr, level)
}
