import {
  AddressesError,
  addAddresses,
  createOldAddresses,
  decompress,
  LIMITS,
  type OldAddresses,
} from './read-addresses'

/** The limits of requests to a former site. */
export const REQUESTS = { files: 1000, redirects: 5, fileMs: 30_000, totalMs: 600_000, bytes: 60_000_000 }

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address may be requested: by https, or by http on this machine. */
const isAllowed = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))

/**
 * Fetches the sitemap of a site, also an index of sitemaps. Only sitemaps of the same host are requested, and nothing else of it. The
 * address is that of the sitemap, or of the site, whose sitemap is then at `/sitemap.xml`.
 */
export async function fetchAddresses(address: string, limits = REQUESTS): Promise<OldAddresses> {
  const start = new URL(address)
  if (!isAllowed(start)) throw new AddressesError(`${address} does not start with https://: give the https address`)
  if (!/\.(?:xml|gz|txt)$/i.test(start.pathname) && start.search === '') {
    start.pathname = `${start.pathname.replace(/\/$/, '')}/sitemap.xml`
  }
  const found = createOldAddresses()
  const waiting = [start.href]
  const seen = new Set(waiting)
  const ended = AbortSignal.timeout(limits.totalMs)
  for (const next of waiting) {
    addAddresses(decompress(await download(new URL(next), start.host, ended, limits)), found, LIMITS)
    for (const each of found.sitemaps.splice(0)) {
      const url = URL.canParse(each, next) ? new URL(each, next) : undefined
      if (url === undefined || url.host !== start.host || !isAllowed(url) || seen.has(url.href)) continue
      if (seen.size >= limits.files) throw new AddressesError(`${address} names more than ${limits.files} sitemaps`)
      seen.add(url.href)
      waiting.push(url.href)
    }
  }
  return found
}

/** Downloads a file, and follows redirects to the same host. */
async function download(url: URL, host: string, ended: AbortSignal, limits: typeof REQUESTS): Promise<Uint8Array> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(limits.fileMs)])
  let at = url
  for (let left = limits.redirects; ; left--) {
    const response = await fetch(at, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/xml, text/plain' },
    }).catch((error: unknown) => {
      const why = signal.aborted ? 'did not respond in time' : `cannot be reached (${getCause(error)})`
      throw new AddressesError(`${at.href} ${why}: check the address, or give a file with the addresses`)
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) {
      if (response.ok) return await readBody(response, at, limits.bytes)
      await response.body?.cancel()
      throw new AddressesError(
        `${at.href} responds with ${response.status}: give the address of the sitemap, or a file`,
      )
    }
    await response.body?.cancel()
    const to = URL.canParse(location, at) ? new URL(location, at) : undefined
    if (to === undefined || to.host !== host || !isAllowed(to) || left === 0) {
      throw new AddressesError(
        `${at.href} redirects to ${to?.href ?? 'no address'}: give the address of the sitemap itself`,
      )
    }
    at = to
  }
}

async function readBody(response: Response, { href }: URL, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > maxBytes) break
      parts.push(part)
    }
  } catch {
    throw new AddressesError(`${href} ended too early or took too long: try again, or give a file with the addresses`)
  }
  if (size > maxBytes)
    throw new AddressesError(`${href} has more than ${maxBytes / 1_000_000} MB: give a file with the addresses`)
  return Buffer.concat(parts)
}

const getCause = (error: unknown) => {
  const { cause, message } = error as { cause?: { code?: string }; message?: string }
  return cause?.code ?? message ?? 'unknown'
}
