import { LRUCache } from 'lru-cache'
import type { Site } from './site'

/** Bytes of all cached texts, at most. */
const MOST_BYTES = 60_000_000
/** What an entry takes besides its text, in bytes. */
const ENTRY_BYTES = 1000

interface Text {
  text?: string
}

/** A character takes two bytes, unless all of a text are Latin. */
const getSize = ({ text = '' }: Text) => ENTRY_BYTES + 2 * text.length

const texts = new LRUCache<string, Text, () => Promise<Text>>({
  maxSize: MOST_BYTES,
  sizeCalculation: getSize,
  // `until` is a moment of the same clock.
  perf: { now: () => Date.now() },
  ttlResolution: 0,
  fetchMethod: (_key, _stale, { context: make }) => make(),
})

/** States of the site by number, which the keys of texts about the whole site begin with. */
const numbers = new WeakMap<Site, number>()
let lastNumber = 0

/**
 * Returns a text that is made once for each state of what it shows: the version of a page, or a site. Simultaneous callers share one
 * call of `make`; an error is not cached. `until` is in milliseconds since 1970.
 *
 * @example
 * const { text } = await getCachedText(site, 'llms', async () => ({ text: llmsOf(site.index) }))
 */
export async function getCachedText<Made extends Text>(
  state: Site | { id: string; version: string },
  name: string,
  make: () => Promise<Made>,
  until = Number.POSITIVE_INFINITY,
): Promise<Made> {
  const ttl = Number.isFinite(until) ? Math.max(1, until - Date.now()) : 0
  const made = await texts.forceFetch(`${createKey(state)} ${name}`, { context: make, ttl })
  // A name says what is made, so its type is known to each caller.
  return made as Made
}

function createKey(state: Site | { id: string; version: string }): string {
  if (!('index' in state)) return `${state.id} ${state.version}`
  const number = numbers.get(state) ?? ++lastNumber
  numbers.set(state, number)
  return String(number)
}
