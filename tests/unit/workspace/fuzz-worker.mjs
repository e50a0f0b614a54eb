// Workers do not inherit the test runner's transforms, so this one registers its own and then loads the case.
import { register as hook } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// As in the test runner: the mark of server code throws outside a React server, and `next/dynamic` leads to the older router's.
const instead = {
  'server-only': 'data:text/javascript,',
  'next/dynamic': import.meta.resolve('next/dist/shared/lib/app-dynamic.js'),
}
hook(
  `data:text/javascript,${encodeURIComponent(
    `const instead = ${JSON.stringify(instead)}
    export const resolve = (name, context, next) => next(instead[name] ?? name, context)`,
  )}`,
)
register()
const { faultsOf } = await import('./fuzz-case')

parentPort?.on('message', (json) => {
  try {
    parentPort?.postMessage(faultsOf(json))
  } catch (error) {
    parentPort?.postMessage([error instanceof Error ? (error.stack ?? error.message) : String(error)])
  }
})
parentPort?.postMessage('ready')
