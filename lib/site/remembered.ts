import type { Site } from './site'

/** What is remembered of one state of the site, at most; the oldest goes first. */
const MOST = 500

const made = new WeakMap<Site, Map<string, Promise<unknown>>>()

/**
 * What is made of a state of the site, made once: whoever asks for the same name gets the same, until the site has another state.
 * What could not be made is made again for the next who asks.
 */
export function remembered<Made>(site: Site, name: string, make: () => Promise<Made>): Promise<Made> {
  const known = made.get(site) ?? new Map<string, Promise<unknown>>()
  made.set(site, known)
  // A name says what is made, so whoever asks for it knows its type.
  const found = known.get(name) as Promise<Made> | undefined
  if (found !== undefined) return found
  const making = make()
  known.set(name, making)
  making.catch(() => known.delete(name))
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  return making
}
