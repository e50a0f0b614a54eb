import 'server-only'
import path from 'node:path'
import type { Env } from '../env'
import { answerPreparations, waitingPreparations } from '../site/preparation-requests'
import { workingCopy } from '../site/working-copy'
import type { RedisStore } from '../snapshot/redis-store'
import { readSyncReport, reportIn, writeSyncReport } from '../snapshot/sync-report'
import { requestSync, type SyncWanted, takeSyncRequests } from '../snapshot/sync-requests'
import { toUuid } from '../workspace/ids'
import { isObject, objectIn } from '../workspace/values'
import type { Roster } from './roster'

/** Told with each request and each answer. */
export const ASKED = 'asked'
export const ANSWERED = 'answered'

const ANSWER_LASTS_MS = 60_000
/** Whoever takes up the writing later looks for all changes anyway. */
const REQUESTS_LAST_MS = 3_600_000
const ALL_SERVE_WITHIN_MS = 10_000
const AT_ONCE = 100

/** What instances want of the one that writes. */
export interface Asked {
  sync: SyncWanted
  /** Of those who wait for a look at the workspace. */
  preparations: string[]
}

/**
 * Takes what the serving process of an instance leaves for others on its disk to the instance that writes, and brings back what
 * comes of it: the processes themselves know of one disk only.
 */
export class Relay {
  /** When each was asked for, by the request's file. */
  readonly #asked = new Map<string, number>()
  #report = ''

  constructor(
    readonly shared: RedisStore,
    /** Of the serving process: its state folder is the instance's own. */
    readonly env: Env,
    readonly roster: Roster,
  ) {}

  /** Takes requests away to Redis. Those that cannot get there wait; who waits for an answer is told so. */
  async send(): Promise<void> {
    const { redis } = this.shared
    const { stateDir } = this.env
    const waiting = (await waitingPreparations(workingCopy(this.env).dir)).filter((each) => !this.#asked.has(each))
    if (!redis.isReady) return answerPreparations(waiting, false)
    const messages = waiting.map((each) => {
      this.#asked.set(each, Date.now())
      return JSON.stringify({ prepare: path.basename(each) })
    })
    const wanted = await takeSyncRequests(stateDir)
    if (wanted !== undefined) messages.push(JSON.stringify({ sync: wanted }))
    if (messages.length === 0) return
    try {
      await redis.multi().rPush(this.#requests, messages).pExpire(this.#requests, REQUESTS_LAST_MS).exec()
      await this.shared.tell(ASKED)
    } catch {
      for (const each of waiting) this.#asked.delete(each)
      if (wanted !== undefined) await leave(stateDir, wanted)
    }
  }

  /** Tells those who waited, once every instance serves what came of it. */
  async settle(): Promise<void> {
    for (const [request, at] of this.#asked) {
      const answer = await this.shared.redis.get(this.#answer(path.basename(request)))
      if (answer === null && Date.now() - at < ANSWER_LASTS_MS) continue
      this.#asked.delete(request)
      const generation = Number(answer)
      const isDone = generation > 0 && (await this.roster.untilAll('serving', generation, ALL_SERVE_WITHIN_MS))
      await answerPreparations([request], isDone)
    }
  }

  /** What is wanted of this instance, which writes; each is handed out once. */
  async take(): Promise<Asked> {
    const asked: Asked = { sync: { pages: [], all: false }, preparations: [] }
    for (const text of (await this.shared.redis.lPopCount(this.#requests, AT_ONCE)) ?? []) {
      const message = objectIn(String(text))
      if (typeof message.prepare === 'string') asked.preparations.push(message.prepare)
      if (!isObject(message.sync)) continue
      const { pages, all } = message.sync
      if (all === true) asked.sync.all = true
      if (Array.isArray(pages)) asked.sync.pages.push(...pages.map(toUuid).filter((id) => id !== undefined))
    }
    return asked
  }

  /** Answers those who waited with the generation that they are to see; 0: it could not be made. */
  async answer(preparations: readonly string[], generation: number): Promise<void> {
    for (const id of preparations) {
      await this.shared.redis.set(this.#answer(id), String(generation), { PX: ANSWER_LASTS_MS })
    }
    if (preparations.length > 0) await this.shared.tell(ANSWERED)
  }

  /** Lets every instance know how the sync in this state folder fares, the serving process of this one too. */
  async tellReport(stateDir: string): Promise<void> {
    const report = await readSyncReport(stateDir)
    if (report === undefined) return
    const text = JSON.stringify(report)
    if (text === this.#report) return
    await this.shared.redis.set(`${this.shared.prefix}report`, text)
    await writeSyncReport(this.env.stateDir, report)
    this.#report = text
  }

  /** Puts how the sync fares where the serving process looks for it. */
  async bringReport(): Promise<void> {
    const text = String((await this.shared.redis.get(`${this.shared.prefix}report`)) ?? '')
    if (text === this.#report) return
    const report = reportIn(text)
    if (report !== undefined) await writeSyncReport(this.env.stateDir, report)
    this.#report = text
  }

  get #requests(): string {
    return `${this.shared.prefix}requests`
  }

  #answer(id: string): string {
    return `${this.shared.prefix}answer:${id}`
  }
}

/** Leaves what is wanted for the sync of a state folder. */
export async function leave(stateDir: string, { pages, all }: SyncWanted): Promise<void> {
  if (all) await requestSync(stateDir, { all: true })
  if (pages.length > 0) await requestSync(stateDir, { pages })
}
