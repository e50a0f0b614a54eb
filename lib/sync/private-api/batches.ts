import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../../workspace/record-map'
import type { Priority } from '../pace'
import { addTables, createTables, type Tables } from '../tables'
import type { HostedWorkspace } from './hosted-workspace'

/** The remaining blocks of several pages, which one call requests. */
const AT_ONCE = 1000
const LONGEST_WAIT_MS = 10_000

interface Waiting {
  ids: readonly Id[]
  resolve: (tables: Tables) => void
  reject: (error: unknown) => void
}

/**
 * Requests the missing blocks of several pages in one call: when each page in progress waits for blocks, when there are enough for a full
 * call, or after some seconds.
 */
export class Batches {
  #waiting: Waiting[] = []
  #due: AbortController | undefined
  #underWay = 0

  constructor(readonly workspace: HostedWorkspace) {}

  async blocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    if (priority === 'urgent') return await this.#ask(ids, priority)
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ ids, resolve, reject })
      this.#sendIfDue()
      if (this.#waiting.length > 0) this.#sendLater()
    })
  }

  pageBegins(): void {
    this.#underWay++
  }

  pageEnds(): void {
    this.#underWay--
    this.#sendIfDue()
  }

  #sendIfDue(): void {
    const wanted = this.#waiting.reduce((sum, { ids }) => sum + ids.length, 0)
    if (wanted > 0 && (wanted >= AT_ONCE || this.#waiting.length >= this.#underWay)) this.#send()
  }

  #sendLater(): void {
    if (this.#due !== undefined) return
    const due = new AbortController()
    this.#due = due
    pause(LONGEST_WAIT_MS, undefined, { signal: due.signal, ref: false }).then(
      () => this.#send(),
      () => {},
    )
  }

  #send(): void {
    this.#due?.abort()
    this.#due = undefined
    const waiting = this.#waiting.splice(0)
    if (waiting.length === 0) return
    const ids = [...new Set(waiting.flatMap((each) => each.ids))]
    this.#ask(ids, 'normal').then(
      (tables) => {
        for (const { resolve } of waiting) resolve(tables)
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(error)
      },
    )
  }

  async #ask(ids: readonly Id[], priority: Priority): Promise<Tables> {
    const all = createTables()
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      addTables(all, await this.workspace.blocks(ids.slice(from, from + AT_ONCE), priority))
    }
    return all
  }
}
