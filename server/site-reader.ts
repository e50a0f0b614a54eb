import path from 'node:path'
import { findRoute } from '../lib/find-route'
import { Reader } from '../lib/instances/reader'
import { openSharedSnapshot } from '../lib/instances/shared-snapshot'
import { connectToRedis } from '../lib/redis/connection'
import { getRuntime } from '../lib/runtime'
import type { Env } from '../lib/settings/env'
import { getSite, ignoreNotReady, openSite, setWithheld } from '../lib/site/get-site'
import { readSavedPrepared } from '../lib/site/prepare/saved-prepared'
import { openWorkingCopy } from '../lib/site/working-copy'
import { findPublicVisit } from './documents'

/** The reader of a shared snapshot in the process that serves it. */
export class SiteReader {
  /** The environment with a state folder for this reader only, because other instances may run in the same project folder. */
  readonly env: Env
  readonly #reader: Reader

  constructor(env: Env, redisUrl: string) {
    this.env = { ...env, stateDir: path.join(env.stateDir, 'instances', String(env.port)) }
    const redis = connectToRedis(redisUrl, (sentence) => console.error(sentence))
    const { store } = openSite(openWorkingCopy(this.env))
    getRuntime().reader = { generation: 0, problems: [] }
    // Pages in the copy of an earlier start may have been withdrawn since.
    setWithheld('all')
    this.#reader = new Reader(openSharedSnapshot(env, redis), store, (state, withdrawn) => {
      const runtime = getRuntime()
      runtime.reader = state
      setWithheld(state.generation === 0 ? 'all' : withdrawn)
      runtime.expireSite?.()
    })
  }

  start(): Promise<void> {
    return this.#reader.start()
  }

  stop(): Promise<void> {
    return this.#reader.stop()
  }

  /** Number of public pages that are served. */
  async pages(): Promise<number> {
    return (await readSavedPrepared(this.env))?.publicPages ?? 0
  }

  /** Returns a promise that resolves once a request may be handled; undefined if it may be handled at once. */
  readonly before = (target: string): Promise<void> | undefined => {
    const [pathname = ''] = target.split('?', 1)
    if (findRoute(pathname).needsNewest === false) return undefined
    return this.#reader.beforeResponse(() => isPublicPage(pathname))
  }
}

/** Whether the served site has a public page at a path. Otherwise another reader may serve a newer state, which has one. */
async function isPublicPage(pathname: string): Promise<boolean> {
  const site = await getSite().catch(ignoreNotReady)
  return site !== undefined && findPublicVisit(pathname, site) !== undefined
}
