// Workers do not inherit the test runner's transforms, so this one registers its own and then loads the case.
import { register as hook } from 'node:module'
import { format } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// The same replacements as in the test runner: `server-only` throws outside a React server, and `next/dynamic` resolves to the
// implementation of the Pages Router. The module of a font file is its address.
const replacements = {
  'server-only': 'data:text/javascript,',
  'next/dynamic': import.meta.resolve('next/dist/shared/lib/app-dynamic.js'),
}
hook(
  `data:text/javascript,${encodeURIComponent(
    `const replacements = ${JSON.stringify(replacements)}
    const font = 'data:text/javascript,export default "/font.woff2"'
    export const resolve = (name, context, next) => next(name.endsWith('.woff2') ? font : (replacements[name] ?? name), context)`,
  )}`,
)
register()
const { findFaults } = await import('./fuzz-case')
const { SAMPLE_MAPS } = await import('./fuzz-maps')

// Run each case once, so that loading and compiling on first use do not count as a hang.
SAMPLE_MAPS.map(findFaults)

/** @type {string[]} Errors that React reports while it renders. */
const errors = []
console.error = (...values) => errors.push(format(...values))
console.warn = console.log = () => undefined

parentPort?.on('message', (json) => {
  try {
    parentPort?.postMessage([...findFaults(json), ...errors.splice(0)])
  } catch (error) {
    parentPort?.postMessage([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  }
})
parentPort?.postMessage('ready')
