import 'server-only'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getPreparationRequestsDir, watchRequests } from '../../snapshot/watch-requests'

/** The outcome of a request to prepare the site. `timed-out`: no process handled it in time. */
export type PreparationOutcome = 'done' | 'failed' | 'timed-out'

const MAX_WAIT_MS = 60_000
const ASKED = '.asked'

/** Requests an immediate preparation, and waits until the index is up to date with the workspace folder. `failed` if that cannot be requested. */
export async function requestPreparation(workingDir: string): Promise<PreparationOutcome> {
  const dir = getPreparationRequestsDir(workingDir)
  const request = path.join(dir, randomUUID())
  try {
    await mkdir(dir, { recursive: true })
    await writeFile(request + ASKED, '')
  } catch {
    return 'failed'
  }
  try {
    return await waitForOutcome(dir, request)
  } finally {
    for (const end of [ASKED, '.done', '.failed']) await rm(request + end, { force: true })
  }
}

function waitForOutcome(dir: string, request: string): Promise<PreparationOutcome> {
  const ended = new AbortController()
  return new Promise<PreparationOutcome>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS, 'timed-out')
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
    watchRequests(dir, ended.signal, () => {
      for (const outcome of ['done', 'failed'] as const) if (existsSync(`${request}.${outcome}`)) resolve(outcome)
    })
  }).finally(() => ended.abort())
}

/** Returns the waiting requests, for {@link reportPreparations} after a preparation that starts later. */
export async function getWaitingPreparations(workingDir: string): Promise<string[]> {
  const dir = getPreparationRequestsDir(workingDir)
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => name.endsWith(ASKED)).map((name) => path.join(dir, name.slice(0, -ASKED.length)))
}

/** Reports the outcome to the requests. A caller that stopped waiting has removed its request. */
export async function reportPreparations(requests: readonly string[], isDone: boolean): Promise<void> {
  const outcome = isDone ? 'done' : 'failed'
  for (const request of requests) await rename(request + ASKED, `${request}.${outcome}`).catch(() => {})
}
