import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

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

/** At a fixed rate there are as many connections as it takes, within reason. */
const MOST_CONNECTIONS = 512

const [{ urls, seconds, pace }] = (await once(process, 'message')) as [Asking]
const dispatcher = new Agent({ connections: 'connections' in pace ? pace.connections : MOST_CONNECTIONS })
const times: (number | undefined)[] = []
const failures: Load['failures'] = []
const started = performance.now()
await ('connections' in pace ? askInTurn(pace.connections) : askOnTime(pace.perSecond))
const took = (performance.now() - started) / 1000
const result: Load = { times: times.filter((time) => time !== undefined), failures, seconds: took }
process.send?.(result, () => process.exit())

async function askInTurn(visitors: number): Promise<void> {
  let next = 0
  const visitor = async () => {
    while (performance.now() - started < seconds * 1000) await visit(next++, performance.now())
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
}

async function askOnTime(perSecond: number): Promise<void> {
  const visits: Promise<void>[] = []
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = started + (at * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 1) await pause(wait)
    visits.push(visit(at, due))
  }
  await Promise.all(visits)
}

async function visit(at: number, due: number): Promise<void> {
  try {
    const headers = { 'accept-encoding': 'gzip' }
    const { statusCode, body } = await request(urls[at % urls.length] ?? '', { dispatcher, headers })
    // All of it: less than this would end the connection.
    await body.dump({ limit: 100_000_000 })
    if (statusCode !== 200) throw new Error(`status ${statusCode}`)
    times[at] = performance.now() - due
  } catch (error) {
    failures.push({ at: (due - started) / 1000, why: error instanceof Error ? error.message : String(error) })
  }
}
