import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Load, LoadOptions } from './load-process'

/** Runs a load in a separate process, so that the client shares no process with the servers. */
export async function load(options: LoadOptions): Promise<Load> {
  const child = fork('tests/bench/instances/load-process.ts', { execArgv: ['--import', 'tsx'] })
  child.send(options)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load generator ended with ${code}`)
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Load]
  ended.catch(() => {})
  return result
}

export const getPagesPerSecond = ({ times, seconds }: Load): number => times.length / seconds
