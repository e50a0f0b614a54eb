import { LRUCache } from 'lru-cache'
import type { Site } from './site'

/** The size limit of the cache in bytes. */
const MAX_BYTES = 60_000_000
/** The overhead of an entry in bytes. */
const ENTRY_BYTES = 1000

interface Text {
  text?: string
}

/** Counts two bytes for each character, which V8 needs unless all characters of a text are Latin-1. */
const getSize = ({ text = '' }: Text) => ENTRY_BYTES + 2 * text.length

const texts = new LRUCache<string, Text, () => Promise<Text>>({
  maxSize: MAX_BYTES,
  sizeCalculation: getSize,
  // `until` is a time of the same clock.
  perf: { now: () => Date.now() },
  ttlResolution: 0,
  fetchMethod: (_key, _stale, { context: make }) => make(),
})

/** A number for each state of the site. It is part of the cache keys of texts about the whole site. */
const numbers = new WeakMap<Site, number>()
let lastNumber = 0

/**
 * Returns the text of this name from the cache, or makes and caches it. A text of a page is cached for its version, one about the whole
 * site for the `Site` object. Simultaneous callers share one call of `make`; an error is not cached. `until` is in milliseconds since 1970.
 *
 * @example
 * const { text } = await getCachedText(site, 'llms', async () => ({ text: renderLlmsText(site.index) }))
 */
export async function getCachedText<Made extends Text>(
  state: Site | { id: string; version: string },
  name: string,
  make: () => Promise<Made>,
  until = Number.POSITIVE_INFINITY,
): Promise<Made> {
  const ttl = Number.isFinite(until) ? Math.max(1, until - Date.now()) : 0
  const made = await texts.forceFetch(`${createKey(state)} ${name}`, { context: make, ttl })
  // Each name belongs to one type of text.
  return made as Made
}

function createKey(state: Site | { id: string; version: string }): string {
  if (!('index' in state)) return `${state.id} ${state.version}`
  const number = numbers.get(state) ?? ++lastNumber
  numbers.set(state, number)
  return String(number)
}
