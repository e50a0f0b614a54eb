import { gunzipSync } from 'node:zlib'

/** Thrown if the old addresses cannot be read. The message contains the remedy. */
export class AddressesError extends Error {
  override name = 'AddressesError'
}

/** The limits of what is read. They are far above what a site has. */
export const LIMITS = { bytes: 200_000_000, addresses: 100_000, addressLength: 4096 }

/** The addresses of a former site. */
export interface OldAddresses {
  /** Encoded paths with queries, each once, with the number of requests that a log contains. */
  paths: Map<string, number>
  /** The sitemaps that an index of sitemaps names. */
  sitemaps: string[]
  /** Whether there are more addresses than the limit. */
  isCut: boolean
}

export const createOldAddresses = (): OldAddresses => ({ paths: new Map(), sitemaps: [], isCut: false })

/** Longer lines name no page. */
const MAX_LINE_LENGTH = 20_000

/** The beginning of a gzip file. */
const GZIP = [0x1f, 0x8b]

/** Decompresses a file if it is gzip. Throws an error above the limit of bytes. */
export function decompress(bytes: Uint8Array, maxBytes = LIMITS.bytes): string {
  try {
    const isGzip = GZIP.every((byte, at) => bytes[at] === byte)
    return new TextDecoder().decode(isGzip ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes)
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AddressesError(isTooLarge ? describeSize(maxBytes) : 'The file is a damaged gzip file: download it again')
  }
}

export const describeSize = (maxBytes: number): string =>
  `The file has more than ${Math.floor(maxBytes / 1_000_000)} MB: give it in parts`

/**
 * Adds the addresses of a text: a sitemap, an index of sitemaps, a list with an address on each line, or the log of a server in the
 * combined format. Requests that the former server refused are left out, and those of scripts and styles.
 */
export function addAddresses(text: string, found: OldAddresses, limits = LIMITS): void {
  if (/^\uFEFF?\s{0,100}</.test(text)) {
    // `image:loc` and similar elements name no pages.
    const isIndex = text.slice(0, 5000).includes('<sitemapindex')
    for (const [, escaped, plain = ''] of text.matchAll(/<loc>(?:([^<]*)|\s*<!\[CDATA\[([^\]]*)\]\]>\s*)<\/loc>/g)) {
      const address = (escaped === undefined ? plain : decodeEntities(escaped)).trim()
      if (isIndex) found.sitemaps.push(address)
      else addAddress(address, found, limits)
    }
    return
  }
  // An address may have a comma, so only a text with one in each line is CSV.
  const separator = /^(?!#|[ \t]*$)[^,\r\n]+$/m.test(text) ? '\t' : /[\t,]/
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.length > MAX_LINE_LENGTH) continue
    const request = readLogLine(line)
    if (request === undefined) addAddress(readFirstCell(line, separator), found, limits)
    else if (request !== 'other') addAddress(request, found, limits)
  }
}

function readFirstCell(line: string, separator: string | RegExp): string {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"/.exec(line) ?? []
  return (quoted?.replaceAll('""', '"') ?? line.split(separator, 1)[0] ?? '').trim()
}

/** Files that a page loads. A log has many requests for them, and a new site has others. */
const PAGE_PARTS = /^\/_next\/|\.(?:css|js|mjs|map|woff2?|ttf|eot|ico|png|jpe?g|gif|svg|webp|avif)(?:\?|$)/i

/** Returns the address of a request that the former server served; `other` for other requests, undefined for other lines. */
function readLogLine(line: string): string | 'other' | undefined {
  const found = /^\S{1,100} \S{1,200} [^[]{1,200} \[[^\]]{1,60}\] "([A-Z]{1,20}) ([^\s"]+)(?: [^"]*)?" (\d{3})/.exec(
    line,
  )
  if (found === null) return undefined
  const [, method, address = '', status = ''] = found
  const isServed = (method === 'GET' || method === 'HEAD') && /^[23]/.test(status)
  return isServed && !PAGE_PARTS.test(address) ? address : 'other'
}

function addAddress(written: string, found: OldAddresses, limits: typeof LIMITS): void {
  const { paths } = found
  if (written === '' || written.startsWith('#') || written.length > limits.addressLength) return
  const isAbsolute = /^https?:\/\//i.test(written)
  if (!isAbsolute && !written.startsWith('/')) return
  const address = isAbsolute ? written : `https://old.invalid${written}`
  if (!URL.canParse(address)) return
  const { pathname, search } = new URL(address)
  const path = pathname + search
  const count = paths.get(path)
  if (count === undefined && paths.size >= limits.addresses) found.isCut = true
  else paths.set(path, (count ?? 0) + 1)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
