import { setTimeout as pause } from 'node:timers/promises'

const MAX_WAIT_MS = 60_000
/** The loopback address of the hostile clients. Other clients have another one. */
export const HOSTILE_ADDRESS = '127.0.0.2'

/** Returns the milliseconds until a response is complete; infinity if it is an error or takes too long. */
export async function timeOrInfinity(url: string, init?: RequestInit): Promise<number> {
  const started = performance.now()
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(MAX_WAIT_MS) })
    await response.arrayBuffer()
    return response.ok ? performance.now() - started : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Waits until the site has its search index, which it builds at the first search. */
export async function waitForSearch(url: string): Promise<void> {
  const init = { method: 'POST', body: '{"query":"harbour"}' }
  for (let tries = 0; (await timeOrInfinity(`${url}/api/search`, init)) === Number.POSITIVE_INFINITY; tries++) {
    if (tries === 100) throw new Error('The search of the site is not ready')
    await pause(1000)
  }
}
