import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Asking, Load } from './load-process'

/** Asks from a process of its own, which is all that a client shares with the servers. */
export async function load(asking: Asking): Promise<Load> {
  const child = fork('tests/bench/instances/load-process.ts', { execArgv: ['--import', 'tsx'] })
  child.send(asking)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The load generator ended with ${code}`)
  })
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Load]
  ended.catch(() => {})
  return answer
}

export const perSecond = ({ times, seconds }: Load): number => times.length / seconds
