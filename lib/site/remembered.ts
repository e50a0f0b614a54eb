import type { Site } from './site'

/** In characters of all texts that are remembered of one state of the site, at most; the oldest goes first. */
const MOST_CHARACTERS = 30_000_000
/** What anything takes besides its text. */
const LEAST = 1000

interface Text {
  text?: string
}

interface Kept {
  made: Promise<Text>
  until: number
  size: number
}

const keptOf = new WeakMap<Site, Map<string, Kept>>()

/**
 * A text that is made of a state of the site, made once: whoever asks for the same name gets the same, until the site has another
 * state, or until a moment in milliseconds since 1970. What could not be made is made again for the next who asks.
 */
export function remembered<Made extends Text>(
  site: Site,
  name: string,
  make: () => Promise<Made>,
  until = Number.POSITIVE_INFINITY,
): Promise<Made> {
  const kept = keptOf.get(site) ?? new Map<string, Kept>()
  keptOf.set(site, kept)
  const known = kept.get(name)
  // A name says what is made, so whoever asks for it knows its type.
  if (known !== undefined && Date.now() < known.until) return known.made as Promise<Made>
  const made = make()
  const own: Kept = { made, until, size: LEAST }
  // The newest last, so that the oldest is the first to go.
  kept.delete(name)
  kept.set(name, own)
  made.then(
    ({ text = '' }) => {
      own.size += text.length
      dropOldest(kept)
    },
    () => void (kept.get(name) === own && kept.delete(name)),
  )
  return made
}

function dropOldest(kept: Map<string, Kept>): void {
  let left = 0
  for (const { size } of kept.values()) left += size
  for (const [name, { size }] of kept) {
    if (left <= MOST_CHARACTERS) return
    kept.delete(name)
    left -= size
  }
}
