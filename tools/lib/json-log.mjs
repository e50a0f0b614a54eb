import { format } from 'node:util'

/** From now on this process says each thing as one line of JSON, as it logs each request: of several instances nobody reads the log by eye. */
export function logAsJson() {
  const say = (/** @type {NodeJS.WriteStream} */ stream, /** @type {string} */ level) => {
    return (/** @type {unknown[]} */ ...values) => {
      stream.write(`${JSON.stringify({ time: new Date().toISOString(), level, message: format(...values) })}\n`)
    }
  }
  for (const level of /** @type {const} */ (['debug', 'log', 'info'])) console[level] = say(process.stdout, 'info')
  for (const level of /** @type {const} */ (['warn', 'error'])) console[level] = say(process.stderr, level)
}
