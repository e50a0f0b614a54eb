import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What is asked for: as fast as so many connections are answered, or so many times a second, whether or not answers come. */
export interface Asking {
  urls: string[]
  seconds: number
  pace: { connections: number } | { perSecond: number }
}

export interface Load {
  /** Milliseconds of each answer with status 200, in the order of asking; at a fixed rate from when it was due. */
  times: number[]
  /** Why each of the others failed, and how many seconds after the start it was asked for. */
  failures: { at: number; why: string }[]
  seconds: number
}

/** Asks from a process of its own, which is all that a client shares with the servers. */
export async function load(asking: Asking): Promise<Load> {
  const child = fork('tests/bench/instances/load-process.ts', { execArgv: ['--import', 'tsx'] })
  child.send(asking)
  const [answer] = (await once(child, 'message')) as [Load]
  return answer
}

export const perSecond = ({ times, seconds }: Load): number => times.length / seconds

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)
