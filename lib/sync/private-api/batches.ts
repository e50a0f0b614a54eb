import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../../workspace/record-map'
import type { Priority } from '../pace'
import { addTables, createTables, type Tables } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

/** The maximum number of blocks that one call requests. */
const MAX_PER_CALL = 1000
const MAX_WAIT_MS = 10_000

/** A request for blocks that was not sent yet. */
interface Waiting {
  ids: readonly Id[]
  resolve: (tables: Tables) => void
  reject: (error: unknown) => void
}

/**
 * Combines the block requests of several pages into one call. It is sent when all pages in progress wait for blocks, when the call is
 * full, or after {@link MAX_WAIT_MS}.
 */
export class Batches {
  #waiting: Waiting[] = []
  #timer: AbortController | undefined
  #pagesInProgress = 0

  constructor(readonly workspace: HostedWorkspace) {}

  async getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    if (priority === 'urgent') return await this.#request(ids, priority)
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ ids, resolve, reject })
      this.#sendIfReady()
      if (this.#waiting.length > 0) this.#sendLater()
    })
  }

  beginPage(): void {
    this.#pagesInProgress++
  }

  endPage(): void {
    this.#pagesInProgress--
    this.#sendIfReady()
  }

  #sendIfReady(): void {
    const wanted = this.#waiting.reduce((sum, { ids }) => sum + ids.length, 0)
    if (wanted > 0 && (wanted >= MAX_PER_CALL || this.#waiting.length >= this.#pagesInProgress)) this.#send()
  }

  #sendLater(): void {
    if (this.#timer !== undefined) return
    const timer = new AbortController()
    this.#timer = timer
    pause(MAX_WAIT_MS, undefined, { signal: timer.signal, ref: false }).then(
      () => this.#send(),
      () => {},
    )
  }

  #send(): void {
    this.#timer?.abort()
    this.#timer = undefined
    const waiting = this.#waiting.splice(0)
    if (waiting.length === 0) return
    const ids = [...new Set(waiting.flatMap((each) => each.ids))]
    this.#request(ids, 'normal').then(
      (tables) => {
        for (const { resolve } of waiting) resolve(tables)
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(error)
      },
    )
  }

  async #request(ids: readonly Id[], priority: Priority): Promise<Tables> {
    const all = createTables()
    for (let from = 0; from < ids.length; from += MAX_PER_CALL) {
      addTables(all, await this.workspace.getBlocks(ids.slice(from, from + MAX_PER_CALL), priority))
    }
    return all
  }
}
