import 'server-only'
import { getRuntime } from '../runtime'
import type { Env } from '../settings/env'
import { allowOneAtATime } from '../snapshot/one-at-a-time'
import { BoundedCounts } from './counts'
import { removeOldTexts } from './page-texts'
import { SharedTexts } from './shared-texts'
import { addTotals, MAX_KEYS, type Totals, type TotalsKind } from './totals'
import { ALL_DAYS, DAY_MS, getDay, removeOldTotals, storeTotals } from './totals-store'

/** How often counts are stored. */
const STORE_MS = 60_000
/** Days whose counts wait while they cannot be stored. */
const MAX_WAITING_DAYS = 2
/** The longest text of a search that is counted. */
const MAX_TEXT = 100

declare module '../runtime' {
  interface Runtime {
    statistics?: Statistics
  }
}

/** Starts counting, if the operator wants it. */
export function startStatistics(env: Env): void {
  if (!env.statistics) return
  const statistics = new Statistics((day, totals) => storeTotals(day, totals, env), Date.now, env.viewCounts)
  getRuntime().statistics = statistics
  setInterval(() => void statistics.store(), STORE_MS).unref()
  const clean = () => void Promise.all([removeOldTotals(env), removeOldTexts(env)]).catch(() => {})
  clean()
  setInterval(clean, DAY_MS).unref()
}

/** Counts without visitors, addresses and cookies: daily totals, which are stored once a minute. */
export class Statistics {
  readonly #save: (day: string, totals: Totals) => Promise<void>
  readonly #now: () => number
  readonly #hasViewCounts: boolean
  readonly #texts = new SharedTexts()
  readonly #waiting = new Map<string, Totals>()
  #day = ''
  #dayEnds = 0
  #counts: Partial<Record<TotalsKind, BoundedCounts>> = {}
  #hasFailed = false

  /** `save` may remove what it stored from the totals, so that only the rest is tried again. With `hasViewCounts`, views of all days are kept. */
  constructor(save: (day: string, totals: Totals) => Promise<void>, now = Date.now, hasViewCounts = false) {
    this.#save = save
    this.#now = now
    this.#hasViewCounts = hasViewCounts
  }

  /** Adds to a count of the day. Costs a request no more than an entry in a map. */
  count(kind: TotalsKind, key: string, by = 1): void {
    this.#turnDay()
    this.#counts[kind] ??= new BoundedCounts(MAX_KEYS[kind])
    this.#counts[kind].add(key, by)
  }

  /** Counts a search without result. Its text is stored only if several clients or days share it. */
  countEmptySearch(query: string, client: string): void {
    const text = query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    if (text === '' || text.length > MAX_TEXT) return
    this.#turnDay()
    const by = this.#texts.add(text, client, this.#day)
    if (by > 0) this.count('searches', text, by)
  }

  /** Stores what was counted before the call. What cannot be stored waits for the next time. */
  readonly store = allowOneAtATime(() => this.#storeAll())

  async #storeAll(): Promise<void> {
    this.#setAside()
    for (const [day, totals] of [...this.#waiting]) {
      this.#waiting.delete(day)
      try {
        await this.#save(day, totals)
        this.#hasFailed = false
      } catch (error) {
        const later = this.#waiting.get(day)
        if (later !== undefined) addTotals(totals, later)
        this.#waiting.set(day, totals)
        if (!this.#hasFailed) console.error('Statistics could not be stored:', (error as Error).message)
        this.#hasFailed = true
      }
    }
    const days = [...this.#waiting.keys()].filter((day) => day !== ALL_DAYS)
    for (const day of days.sort().slice(0, -MAX_WAITING_DAYS)) this.#waiting.delete(day)
  }

  #turnDay(): void {
    const now = this.#now()
    // A clock that moves back begins the earlier day again.
    if (now < this.#dayEnds && now >= this.#dayEnds - DAY_MS) return
    this.#setAside()
    this.#day = getDay(now)
    this.#dayEnds = Date.parse(this.#day) + DAY_MS
  }

  #setAside(): void {
    const kinds = Object.entries(this.#counts).map(([kind, { counts }]) => [kind, counts] as const)
    this.#counts = {}
    if (kinds.length === 0) return
    const totals: Totals = Object.fromEntries(kinds)
    if (this.#hasViewCounts && totals.views) this.#addWaiting(ALL_DAYS, { views: new Map(totals.views) })
    this.#addWaiting(this.#day, totals)
  }

  #addWaiting(day: string, totals: Totals): void {
    const waiting = this.#waiting.get(day)
    if (waiting === undefined) this.#waiting.set(day, totals)
    else addTotals(waiting, totals)
  }
}
