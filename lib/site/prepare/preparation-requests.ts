import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How the process that prepares the site took a request; `unheard` when none took it in time. */
export type PreparationOutcome = 'done' | 'failed' | 'unheard'

const LONGEST_WAIT_MS = 60_000
const LOOK_EVERY_MS = 30
const ASKED = '.asked'

/** Where requests wait, in the working copy's folder; made by the first one. */
const getRequestsDir = (workingDir: string) => path.join(workingDir, 'requests')

/** Asks for a look at the workspace folder at once, and waits until the site's index is what the folder holds. */
export async function requestPreparation(workingDir: string): Promise<PreparationOutcome> {
  const dir = getRequestsDir(workingDir)
  const request = path.join(dir, randomUUID())
  await mkdir(dir, { recursive: true })
  await writeFile(request + ASKED, '')
  try {
    for (const until = performance.now() + LONGEST_WAIT_MS; performance.now() < until; await pause(LOOK_EVERY_MS)) {
      for (const outcome of ['done', 'failed'] as const) {
        if ((await stat(`${request}.${outcome}`).catch(() => undefined)) !== undefined) return outcome
      }
    }
    return 'unheard'
  } finally {
    for (const end of [ASKED, '.done', '.failed']) await rm(request + end, { force: true })
  }
}

/** The requests that wait now, to be handed to {@link answerPreparations} after a preparation that began later. */
export async function getWaitingPreparations(workingDir: string): Promise<string[]> {
  const dir = getRequestsDir(workingDir)
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => name.endsWith(ASKED)).map((name) => path.join(dir, name.slice(0, -ASKED.length)))
}

/** Tells those who asked; one who waits no longer took the request away. */
export async function answerPreparations(requests: readonly string[], isDone: boolean): Promise<void> {
  const outcome = isDone ? 'done' : 'failed'
  for (const request of requests) await rename(request + ASKED, `${request}.${outcome}`).catch(() => {})
}
