import type { WireBlock } from './wire/blocks'

/** Where films are played. */
const FILMS = 'https://www.youtube-nocookie.com'

/** The sites that a page's body frames, as a content security policy names them: each with what is below its name, where it may lead. */
export function getFrameSources(body: readonly WireBlock[]): string[] {
  return [...new Set(collectAddresses(body).flatMap(toSources))].sort()
}

function collectAddresses(body: readonly WireBlock[]): string[] {
  return body.flatMap((block) => {
    const below = collectAddresses(block[2] || [])
    if (block[0] === 'embed') return [block[3].src, ...below]
    return block[0] === 'youtube' ? [FILMS, ...below] : below
  })
}

function toSources(address: string): string[] {
  const { origin, hostname } = new URL(address)
  const name = hostname.replace(/^www\./, '')
  // An address of numbers has nothing below it, and a port is for itself alone.
  const isName = /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*$/.test(name) && origin === `https://${hostname}`
  if (isName) return [`https://${name}`, `https://*.${name}`]
  // A host may hold signs that mean something in a policy.
  return /^https:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(origin) ? [origin] : []
}
