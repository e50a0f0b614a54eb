import { setTimeout as pause } from 'node:timers/promises'

const LONGEST_MS = 60_000

/** Milliseconds until the whole response is there; infinite for an error and for one that never comes. */
export async function responseTime(url: string, init?: RequestInit): Promise<number> {
  const started = performance.now()
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_MS) })
    await response.arrayBuffer()
    return response.ok ? performance.now() - started : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Waits until the site has its search index, which it makes with the first search. */
export async function untilSearchable(url: string): Promise<void> {
  const init = { method: 'POST', body: '{"query":"harbour"}' }
  for (let tries = 0; (await responseTime(`${url}/api/search`, init)) === Number.POSITIVE_INFINITY; tries++) {
    if (tries === 100) throw new Error('The search of the site is not ready')
    await pause(1000)
  }
}
