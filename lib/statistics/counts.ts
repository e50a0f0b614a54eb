/** Numbers by key. The key {@link OTHERS} has the sum of those that were too many to keep. */
export type Counts = Map<string, number>

export const OTHERS = ''

/** Returns the largest counts, at most `most`, and the sum of all others. */
export function keepLargest(counts: Counts, most: number): Counts {
  if (counts.size <= most) return counts
  const sorted = [...counts].filter(([key]) => key !== OTHERS).sort(([, a], [, b]) => b - a)
  const kept: Counts = new Map(sorted.slice(0, most - 1))
  const rest = sorted.slice(most - 1).reduce((sum, [, count]) => sum + count, counts.get(OTHERS) ?? 0)
  return kept.set(OTHERS, rest)
}

/** Adds counts to others. */
export function addCounts(to: Counts, more: Counts): void {
  for (const [key, count] of more) to.set(key, (to.get(key) ?? 0) + count)
}

/**
 * Counts keys that anyone can send, in bounded memory. If there are too many, the rarer half is counted together: a flood of keys that are
 * sent once removes none that is sent often.
 */
export class BoundedCounts {
  readonly #most: number
  #counts: Counts = new Map()

  constructor(most: number) {
    this.#most = most
  }

  add(key: string, by = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by)
    if (this.#counts.size > this.#most) this.#counts = keepLargest(this.#counts, Math.ceil(this.#most / 2))
  }

  get counts(): Counts {
    return this.#counts
  }
}
