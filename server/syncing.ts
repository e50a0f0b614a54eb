import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Backoff } from '../lib/backoff'
import type { Env } from '../lib/env'
import { SnapshotFolder } from '../lib/sync/snapshot-folder'
import { codeOf, end } from './children'

/** Compiled from `cli/sync.ts`. */
const SYNC = 'dist/sync.mjs'
/** A sync that ran this long had started well. */
const STEADY_MS = 60_000

/** Whether the site is filled from a hosted workspace: a root page is named, and the folder is not somebody's own record maps. */
export async function isSynced({ rootPage, workspaceDir }: Env): Promise<boolean> {
  return rootPage !== undefined && (await new SnapshotFolder(workspaceDir).isOurs())
}

/** Keeps a sync at work beside the site until the signal aborts. Whatever becomes of it, the site serves what it has. */
export async function keepSyncing(env: Env, stopped: AbortSignal): Promise<void> {
  const backoff = new Backoff()
  while (!stopped.aborted) {
    const started = Date.now()
    const why = await syncUntilEnd(env, stopped).catch(codeOf)
    if (stopped.aborted) return
    if (Date.now() - started > STEADY_MS) backoff.succeed()
    const wait = backoff.fail()
    console.error(`The sync ended (${why}) and is started again in ${wait / 1000} s`)
    await pause(wait, undefined, { signal: stopped }).catch(() => {})
  }
}

/** Answers how it ended. Throws when it could not be started. */
async function syncUntilEnd(env: Env, stopped: AbortSignal): Promise<string> {
  const sync = fork(SYNC, ['--watch', '--beside'], {
    execArgv: [],
    env: { ...process.env, STATE_DIR: env.stateDir },
  })
  const stop = () => void end(sync)
  stopped.addEventListener('abort', stop)
  try {
    const [code, signal] = (await once(sync, 'exit')) as [number | null, string | null]
    return signal ?? `exit code ${code}`
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}
