import { type Fields, isObject, parseObject } from '../../workspace/values'
import { type Caller, readRetryAfter } from '../caller'
import { CallError } from '../errors'
import type { Priority } from '../pace'

const VERSION = '2026-03-11'
const DEFAULT_API = 'https://api.notion.com'
/** The reason of a response 429 after which no call may be repeated. */
const BLOCKED = 'public_api_request_blocked'
const MAX_PAGE_SIZE = 100
const MIN_PAGE_SIZE = 10
/** The maximum number of responses to one request for a list. */
const MAX_PAGES = 2000
const MAX_BYTES = 50_000_000

/** A list that Notion returns in pages. */
interface ListRequest {
  path: string
  /** A list that is queried has a body. */
  body?: Fields
  priority: Priority
}

/** A page of a list. `isCut`: Notion ends the list here although there is more. */
interface ListPage {
  results: Fields[]
  isCut: boolean
}

/** The client of Notion's official API. All methods throw {@link CallError}. */
export class OfficialClient {
  readonly origin: string
  readonly #base: string
  #receivedBytes = 0
  /** Milliseconds by which Notion's clock is ahead. */
  #ahead = 0

  constructor(
    { apiBaseUrl = DEFAULT_API, token }: { apiBaseUrl?: string; token: string },
    readonly caller: Caller,
  ) {
    this.origin = new URL(apiBaseUrl).origin
    this.#base = `${apiBaseUrl.replace(/\/+$/, '')}/v1`
    this.#headers = { authorization: `Bearer ${token}`, 'notion-version': VERSION, 'content-type': 'application/json' }
  }

  readonly #headers: Record<string, string>

  /** Bytes of all responses so far. */
  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** The time by Notion's clock, as far as it is known. Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Requests one object. */
  get(path: string, priority: Priority): Promise<Fields> {
    return this.caller.call(priority, ({ signal }) => this.#fetch('GET', path, undefined, signal), readObject)
  }

  /** Requests one object by a POST request that changes nothing in the workspace's content. */
  post(path: string, body: Fields, priority: Priority): Promise<Fields> {
    return this.caller.call(priority, ({ signal }) => this.#fetch('POST', path, body, signal), readObject)
  }

  /** Changes the workspace's content with one attempt, because a request without a response may have changed it. Returns the object. */
  write(method: 'POST' | 'PATCH', path: string, body: Fields): Promise<Fields> {
    return this.caller.call('normal', ({ signal }) => this.#fetch(method, path, body, signal), readObject, 1)
  }

  /** Requests a list page by page, until the caller stops. After a response 503 the pages are smaller. */
  async *pages({ path, body, priority }: ListRequest): AsyncGenerator<ListPage> {
    let size = MAX_PAGE_SIZE
    let cursor: string | undefined
    for (let count = 0; count < MAX_PAGES; count++) {
      const requestPage = async ({ signal }: { signal: AbortSignal }) => {
        const position = { page_size: size, ...(cursor !== undefined && { start_cursor: cursor }) }
        try {
          return await (body === undefined
            ? this.#fetch('GET', withQuery(path, position), undefined, signal)
            : this.#fetch('POST', path, { ...body, ...position }, signal))
        } catch (error) {
          if (error instanceof CallError && error.status === 503) size = Math.max(MIN_PAGE_SIZE, Math.floor(size / 2))
          throw error
        }
      }
      const { results, next, isCut } = await this.caller.call(priority, requestPage, readList)
      yield { results, isCut }
      if (next === undefined) return
      if (next === cursor) throw new CallError('broken', 'the response repeats a part of a list')
      cursor = next
    }
    throw new CallError('broken', 'a list has no end')
  }

  /** Requests all pages of a list. Throws if it has no end; a list that Notion cuts short is returned as it is. */
  async list(path: string, priority: Priority): Promise<Fields[]> {
    const all: Fields[] = []
    for await (const { results } of this.pages({ path, priority })) all.push(...results)
    return all
  }

  async #fetch(method: string, path: string, body: Fields | undefined, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(`${this.#base}/${path}`, {
      method,
      headers: this.#headers,
      // The token must not follow a redirect.
      redirect: 'error',
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await this.#readText(response)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) this.#ahead = date - Date.now()
    if (!response.ok) throw toCallError(response, text)
    return JSON.parse(text)
  }

  async #readText(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      this.#receivedBytes += chunk.length
      if (length > MAX_BYTES) throw new CallError('broken', 'the response is too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

function withQuery(path: string, query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

function readObject(response: unknown): Fields {
  if (isObject(response) && typeof response.object === 'string') return response
  throw new CallError('broken', 'the response contains no object')
}

function readList(response: unknown): { results: Fields[]; next: string | undefined; isCut: boolean } {
  if (!isObject(response) || !Array.isArray(response.results))
    throw new CallError('broken', 'the response contains no list')
  const { has_more, next_cursor, request_status: status } = response
  const isLast = has_more !== true
  if (!isLast && typeof next_cursor !== 'string')
    throw new CallError('broken', 'the response has no cursor for the next part')
  return {
    results: response.results.filter(isObject),
    next: isLast ? undefined : String(next_cursor),
    isCut: isObject(status) && status.type === 'incomplete',
  }
}

function toCallError({ status, headers }: Response, text: string): CallError {
  const { code, additional_data: data } = parseObject(text)
  const reason = isObject(data) ? data.rate_limit_reason : undefined
  const named = [code, reason].find((each) => each === BLOCKED) ?? code
  const message = `the workspace responded with ${status}${isCode(named) ? ` (${named})` : ''}`
  if (named === BLOCKED) return new CallError('refused', message, status)
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  if (status === 429 || status === 529) return new CallError('busy', message, status, retryAfter)
  if (status === 408 || status === 409 || status >= 500)
    return new CallError('unreachable', message, status, retryAfter)
  return new CallError('refused', message, status)
}

const isCode = (code: unknown) => typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)

/**
 * Whether a call failed because an object is not there, not shared, or of another kind (400). Other refusals, such as those of an invalid
 * token, prove nothing about the object.
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)

/** Returns an object; undefined if it is not there, not shared, or of another kind. Throws {@link CallError}. */
export async function findObject(
  client: OfficialClient,
  path: string,
  priority: Priority,
): Promise<Fields | undefined> {
  try {
    return await client.get(path, priority)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
