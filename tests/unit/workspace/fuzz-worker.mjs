// Workers do not inherit the test runner's transforms, so this one registers its own and then loads the case.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

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
