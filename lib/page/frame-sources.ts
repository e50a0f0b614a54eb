import type { WireBlock } from './wire/blocks'

/** The player of YouTube videos. */
const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/** Returns the sources for `frame-src` of the Content Security Policy. Each host includes its subdomains, to which it may redirect. */
export function getFrameSources(body: readonly WireBlock[]): string[] {
  return [...new Set(collectAddresses(body).flatMap(toSources))].sort()
}

function collectAddresses(body: readonly WireBlock[]): string[] {
  return body.flatMap((block) => {
    const below = collectAddresses(block[2] || [])
    if (block[0] === 'embed') return [block[3].src, ...below]
    return block[0] === 'youtube' ? [YOUTUBE_PLAYER, ...below] : below
  })
}

function toSources(address: string): string[] {
  const { origin, hostname } = new URL(address)
  const name = hostname.replace(/^www\./, '')
  // An IP address has no subdomains, and an origin with a port is used as it is.
  const isName = /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*$/.test(name) && origin === `https://${hostname}`
  if (isName) return [`https://${name}`, `https://*.${name}`]
  // A host may contain characters that have a meaning in a policy.
  return /^https:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(origin) ? [origin] : []
}
