import 'server-only'
import { createHash } from 'node:crypto'
import { type LookupAddress, lookup } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import ipaddr from 'ipaddr.js'
import type { Agent, request } from 'undici'

/** Statuses of servers that may allow GET although they refuse HEAD. */
const REFUSALS_OF_HEAD: ReadonlySet<number | undefined> = new Set([403, 405, 501])

const MAX_REDIRECTS = 5
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const WINDOW_MS = 30_000
/**
 * A download that receives fewer bytes than this in a window is stopped, so that a slow host does not block the few concurrent
 * downloads.
 */
const MIN_BYTES_IN_WINDOW = 300_000
/** The deadline of a download, because a sync waits for it. */
const TOTAL_MS = 10 * 60_000

/** Thrown if a file cannot be downloaded. The message is the second half of a sentence. */
export class DownloadError extends Error {
  override name = 'DownloadError'
  constructor(
    message: string,
    readonly status?: number,
    /** Whether the host could not be reached or was too slow. Its next file would probably fail, too. */
    readonly isHostFailure = false,
  ) {
    super(message)
  }
}

export interface Downloaded {
  /** SHA-256, hexadecimal. */
  hash: string
  bytes: number
  /** The media type in the server's response. */
  type: string
}

/**
 * Downloads files from public addresses only. A host name is resolved and checked when the connection is made, so it cannot change in
 * between, and each redirect is checked again. Only the origin `trusted` may have a private address, and only for addresses that the
 * workspace signed: editors write the others, and could call any path of that origin.
 */
export class Downloader {
  #client: Promise<Client> | undefined

  /** Bytes of all files so far. */
  loadedBytes = 0

  constructor(
    readonly trusted: string,
    readonly signal: AbortSignal,
    readonly limits = { windowMs: WINDOW_MS, totalMs: TOTAL_MS },
  ) {}

  /** Downloads an address to a file. Throws {@link DownloadError}, and then leaves no file. */
  async download(address: string, file: string, maxBytes: number, isSigned = false): Promise<Downloaded> {
    const timeout = new AbortController()
    const received = { bytes: 0 }
    let before = 0
    const window = setInterval(() => {
      if (received.bytes - before < MIN_BYTES_IN_WINDOW)
        timeout.abort(new DownloadError('its download is too slow', undefined, true))
      before = received.bytes
    }, this.limits.windowMs)
    const total = setTimeout(() => {
      timeout.abort(new DownloadError('its download takes too long', undefined, true))
    }, this.limits.totalMs)
    try {
      const signal = AbortSignal.any([this.signal, timeout.signal])
      const { body, type } = await this.#open(address, isSigned, signal)
      return { ...(await this.#save(body, file, maxBytes, received)), type }
    } catch (error) {
      await rm(file, { force: true })
      throw toDownloadError(error)
    } finally {
      clearInterval(window)
      clearTimeout(total)
    }
  }

  /** Checks that an address can be loaded, and returns its media type. Throws {@link DownloadError}. */
  async probe(address: string, limitMs: number, isSigned = false): Promise<string> {
    const timeout = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([this.signal, timeout])
    const open = async (method: 'HEAD' | 'GET') => {
      const { body, type } = await this.#open(address, isSigned, signal, method)
      body.on('error', () => {}).destroy()
      return type
    }
    try {
      return await open('HEAD').catch((error: unknown) => {
        // Some servers refuse HEAD.
        if (error instanceof DownloadError && REFUSALS_OF_HEAD.has(error.status)) return open('GET')
        throw error
      })
    } catch (error) {
      throw timeout.aborted ? new DownloadError('its server takes too long', undefined, true) : toDownloadError(error)
    }
  }

  /** Requests an address and follows its redirects. */
  async #open(address: string, isSigned: boolean, signal: AbortSignal, method: 'HEAD' | 'GET' = 'GET') {
    let url = new URL(address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const isTrusted = isSigned && url.origin === this.trusted
      if (!isTrusted) refusePrivate(url)
      this.#client ??= openClient()
      const { request, agents } = await this.#client
      const dispatcher = isTrusted ? agents.trusted : agents.public
      const { statusCode, headers, body } = await request(url, { dispatcher, signal, method })
      const location = headers.location
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        await body.dump().catch(() => {})
        if (!URL.canParse(location, url)) throw new DownloadError('it redirects to an invalid address')
        url = new URL(location, url)
        continue
      }
      if (statusCode !== 200) {
        await body.dump().catch(() => {})
        throw new DownloadError(`its server responded with ${statusCode}`, statusCode)
      }
      const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
      return { body, type: type.trim().toLowerCase() }
    }
    throw new DownloadError('it redirects too often')
  }

  async #save(body: NodeJS.ReadableStream, file: string, maxBytes: number, received: { bytes: number }) {
    const hash = createHash('sha256')
    const meter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        received.bytes += chunk.length
        this.loadedBytes += chunk.length
        hash.update(chunk)
        const isTooLarge = received.bytes > maxBytes
        done(isTooLarge ? new DownloadError(`it is larger than ${maxBytes / 1_000_000} MB`) : null, chunk)
      },
    })
    await pipeline(body, meter, createWriteStream(file))
    return { hash: hash.digest('hex'), bytes: received.bytes }
  }

  async close(): Promise<void> {
    const agents = (await this.#client)?.agents
    await Promise.all([agents?.public.destroy(), agents?.trusted.destroy()])
  }
}

interface Client {
  request: typeof request
  agents: { public: Agent; trusted: Agent }
}

/** Imports the client with the first download, because most syncs download nothing and would start more slowly. */
async function openClient(): Promise<Client> {
  const { Agent, request } = await import('undici')
  const timeouts = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS }
  const agents = {
    public: new Agent({ ...timeouts, connect: { timeout: CONNECT_MS, lookup: publicLookup } }),
    trusted: new Agent({ ...timeouts, connect: { timeout: CONNECT_MS } }),
  }
  return { request, agents }
}

/** Resolves a host name, and fails if any of its addresses is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, [])
    if (!addresses.every(({ address }) => isPublic(address))) return callback(new PrivateAddressError(), [])
    const [first] = addresses
    if (options.all === true || first === undefined) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

class PrivateAddressError extends Error {
  constructor() {
    super('it is at a private address')
  }
}

/** Checks a URL before the connection. A literal IP address is not resolved, so it is checked here. */
function refusePrivate(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new DownloadError('its address does not begin with http or https')
  if (url.username !== '' || url.password !== '')
    throw new DownloadError('its address contains a user name or password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublic(host)) throw toDownloadError(new PrivateAddressError())
}

/** The IPv6 addresses of the public internet. Others may contain a private IPv4 address, such as `::/96`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** The metadata service of Azure, which each machine there can call. It is at a public address. */
const AZURE_METADATA = '168.63.129.16'

/** Whether an address is public. IPv6 addresses that contain an IPv4 address are not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : parsed.toString() !== AZURE_METADATA
}

function toDownloadError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  const causes = [error, error instanceof Error ? error.cause : undefined]
  if (causes.some((each) => each instanceof PrivateAddressError)) return new DownloadError('it is at a private address')
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOSPC') throw error
  return new DownloadError(`its server cannot be reached (${code})`, undefined, true)
}
