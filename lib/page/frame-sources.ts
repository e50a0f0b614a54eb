import { getChildren, type PreparedBlock } from '../../blocks/prepared-block'

/** The player of YouTube videos. */
const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/** Returns the sources for `frame-src` of the Content Security Policy. Each host includes its subdomains, to which it may redirect. */
export function getFrameSources(body: readonly PreparedBlock[]): string[] {
  return [...new Set(collectAddresses(body).flatMap(toSources))].sort()
}

function collectAddresses(body: readonly PreparedBlock[]): string[] {
  return body.flatMap((block) => {
    if (block.type === 'embed') return [block.src]
    return block.type === 'youtube' ? [YOUTUBE_PLAYER] : collectAddresses(getChildren(block))
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
