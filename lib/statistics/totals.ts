import { parseObject } from '../workspace/values'
import { addCounts, type Counts, keepLargest } from './counts'

/**
 * What is counted, and the maximum number of keys of a day. `views`, `helpful` and `unhelpful`: by the id of a page; `referrers`: by host;
 * `missing`: by path; `searches`: by the text of a search without result.
 */
export const MAX_KEYS = {
  views: 20_000,
  referrers: 500,
  missing: 500,
  searches: 500,
  helpful: 20_000,
  unhelpful: 20_000,
} as const

export type TotalsKind = keyof typeof MAX_KEYS
export const TOTALS_KINDS = Object.keys(MAX_KEYS) as TotalsKind[]

/** The totals of a day (UTC, `2026-01-31`). */
export type Totals = Partial<Record<TotalsKind, Counts>>

/** Adds totals to those of the same day. */
export function addTotals(to: Totals, more: Totals): void {
  for (const kind of TOTALS_KINDS) {
    const counts = more[kind]
    if (counts === undefined) continue
    const known: Counts = to[kind] ?? new Map()
    addCounts(known, counts)
    to[kind] = keepLargest(known, MAX_KEYS[kind])
  }
}

/** Returns totals as JSON: `{"views":{"<page id>":3}}`. */
export const formatTotals = (totals: Totals): string =>
  JSON.stringify(totals, (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value))

/** Parses {@link formatTotals}. Leaves out what is malformed. */
export function parseTotals(text: string): Totals {
  const parsed = parseObject(text)
  const totals: Totals = {}
  for (const kind of TOTALS_KINDS) {
    const counts = parsed[kind]
    if (typeof counts === 'object' && counts !== null) totals[kind] = readCounts(Object.entries(counts))
  }
  return totals
}

/** Returns the valid counts of a record. */
export const readCounts = (entries: readonly (readonly [string, unknown])[]): Counts =>
  new Map(
    entries.flatMap(([key, value]) => {
      const count = Number(value)
      return Number.isSafeInteger(count) && count > 0 ? [[key, count] as const] : []
    }),
  )
