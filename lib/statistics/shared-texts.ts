import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** So many clients or days must have sent a text before it may be stored. */
const SHARED_BY = 5
const MAX_TEXTS = 2000

interface Seen {
  clients: Set<string>
  days: Set<string>
  count: number
}

/**
 * Finds texts that several clients or days share. What is known of other texts is in memory only: digests with a key that ends with the
 * process. The digest of a client differs for each text, so not even memory shows which texts a client sent.
 */
export class SharedTexts {
  readonly #key = randomBytes(32)
  readonly #seen = new LRUCache<string, Seen>({ max: MAX_TEXTS })

  /** Counts a text of a client. Returns the number by which its stored count grows: 0 while too few share it. */
  add(text: string, client: string, day: string): number {
    const name = this.#digest(text)
    const seen = this.#seen.get(name) ?? { clients: new Set(), days: new Set(), count: 0 }
    this.#seen.set(name, seen)
    seen.count += 1
    const isShared = () => seen.clients.size >= SHARED_BY || seen.days.size >= SHARED_BY
    if (!isShared()) {
      seen.clients.add(this.#digest(text, client))
      seen.days.add(day)
    }
    if (!isShared()) return 0
    const { count } = seen
    seen.count = 0
    return count
  }

  #digest(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
  }
}
