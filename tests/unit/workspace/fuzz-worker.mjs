// Workers do not inherit the test runner's transforms, so this one registers its own and then loads the case.
import { register as hook } from 'node:module'
import { format } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// As in the test runner: the mark of server code throws outside a React server, and `next/dynamic` leads to the older router's;
// a font is its address.
const instead = {
  'server-only': 'data:text/javascript,',
  'next/dynamic': import.meta.resolve('next/dist/shared/lib/app-dynamic.js'),
}
hook(
  `data:text/javascript,${encodeURIComponent(
    `const instead = ${JSON.stringify(instead)}
    const font = 'data:text/javascript,export default "/font.woff2"'
    export const resolve = (name, context, next) => next(name.endsWith('.woff2') ? font : (instead[name] ?? name), context)`,
  )}`,
)
register()
const { faultsOf } = await import('./fuzz-case')
const { OWN } = await import('./fuzz-maps')

// What is loaded or compiled on first use must not count as a hang.
OWN.map(faultsOf)

/** @type {string[]} What React finds wrong with what it draws. */
const errors = []
console.error = (...values) => errors.push(format(...values))
console.warn = console.log = () => undefined

parentPort?.on('message', (json) => {
  try {
    parentPort?.postMessage([...faultsOf(json), ...errors.splice(0)])
  } catch (error) {
    parentPort?.postMessage([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  }
})
parentPort?.postMessage('ready')
