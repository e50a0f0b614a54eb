import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** A load: as fast as a number of connections allows, or at a fixed rate, even without responses. */
export interface LoadOptions {
  urls: string[]
  seconds: number
  pace: { connections: number } | { perSecond: number }
}

export interface Load {
  /** Milliseconds of each response with status 200, in the order of the requests; at a fixed rate, from the planned time. */
  times: number[]
  /** The reason of each failure, and the seconds from the start to its request. */
  failures: { at: number; why: string }[]
  seconds: number
}

/** Most connections at a fixed rate. */
const MAX_CONNECTIONS = 512
/** Duration of the warm-up, because the client is slow at first, too. */
const WARM_UP_S = 1

const [{ urls, seconds, pace }] = (await once(process, 'message')) as [LoadOptions]
const dispatcher = new Agent({ connections: 'connections' in pace ? pace.connections : MAX_CONNECTIONS })
await runLoad(WARM_UP_S)
process.send?.(await runLoad(seconds), () => process.exit())

async function runLoad(seconds: number): Promise<Load> {
  const times: (number | undefined)[] = []
  const failures: Load['failures'] = []
  const started = performance.now()
  const visit = async (at: number, due: number) => {
    try {
      await readPage(urls[at % urls.length] ?? '')
      times[at] = performance.now() - due
    } catch (error) {
      failures.push({ at: (due - started) / 1000, why: error instanceof Error ? error.message : String(error) })
    }
  }
  const until = started + seconds * 1000
  await ('connections' in pace
    ? requestInTurn(visit, until, pace.connections)
    : requestOnTime(visit, until, pace.perSecond))
  const took = (performance.now() - started) / 1000
  return { times: times.filter((time) => time !== undefined), failures, seconds: took }
}

type Visit = (at: number, due: number) => Promise<void>

async function requestInTurn(visit: Visit, until: number, visitors: number): Promise<void> {
  let next = 0
  const visitor = async () => {
    while (performance.now() < until) await visit(next++, performance.now())
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
}

async function requestOnTime(visit: Visit, until: number, perSecond: number): Promise<void> {
  const visits: Promise<void>[] = []
  const started = performance.now()
  for (let due = started; due < until; due = started + (visits.length * 1000) / perSecond) {
    const wait = due - performance.now()
    if (wait > 1) await pause(wait)
    visits.push(visit(visits.length, due))
  }
  await Promise.all(visits)
}

async function readPage(url: string): Promise<void> {
  const { statusCode, body } = await request(url, { dispatcher, headers: { 'accept-encoding': 'gzip' } })
  // Reads the whole body, because undici would close the connection otherwise.
  await body.dump({ limit: 100_000_000 })
  if (statusCode !== 200) throw new Error(`status ${statusCode}`)
}
