import { setTimeout as pause } from 'node:timers/promises'
import { NotionAPI } from 'notion-client'
import type { CollectionView } from 'notion-types'
import { rejectOnAbort } from '../../reject-on-abort'
import type { Id } from '../../workspace/record-map'
import { isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { Pace, Priority } from '../pace'
import type { Tables } from '../tables'
import type { FileOfBlock } from '../workspace-source'
import { readTables } from './answers'

export interface HostedWorkspaceSettings {
  apiBaseUrl?: string
  token?: string
  activeUser?: string
  timeZone: string
  limits: CallLimits
}

/** Timeout, attempts and pauses of a call. Times are in milliseconds. */
export interface CallLimits {
  timeout: number
  attempts: number
  backOff: number
  longestBackOff: number
  /** After a response 429 without `Retry-After`. */
  coolDown: number
}

export const CALL_LIMITS: CallLimits = {
  timeout: 30_000,
  attempts: 4,
  backOff: 1000,
  longestBackOff: 60_000,
  coolDown: 60_000,
}

/** Malformed responses before a call fails. The workspace also responds like this for a page that does not exist. */
const MOST_BROKEN = 3
const LONGEST_WAIT = 120_000
const DEFAULT_API = 'https://app.notion.com/api/v3'

/** The result of querying a collection view. */
export interface QueryResult {
  tables: Tables
  /** The reducers' results as the workspace sent them. */
  results: Record<string, unknown>
}

type Options = NonNullable<ConstructorParameters<typeof NotionAPI>[0]>['ofetchOptions']

/**
 * The client of the hosted workspace's API. Each call is rate-limited, has a timeout, is retried if that can help, and has its response
 * validated. All methods throw {@link CallError}.
 */
export class HostedWorkspace {
  readonly #client: NotionAPI
  readonly #limits: CallLimits
  readonly #pace: Pace
  readonly #timeZone: string
  /** The only origin that may be at a private address. */
  readonly origin: string
  #answered = 0

  constructor({ apiBaseUrl = DEFAULT_API, token, activeUser, timeZone, limits }: HostedWorkspaceSettings, pace: Pace) {
    const base = apiBaseUrl.replace(/\/+$/, '')
    this.origin = new URL(base).origin
    this.#limits = limits
    this.#pace = pace
    this.#timeZone = timeZone
    this.#client = new NotionAPI({
      apiBaseUrl: base,
      authToken: token,
      activeUser,
      userTimeZone: timeZone,
      // The token must not follow a redirect, and what is no JSON must not pass for a text.
      ofetchOptions: { retry: 0, redirect: 'error', parseResponse: (text) => this.#parse(text) },
    })
  }

  /** Bytes of all responses so far. */
  get answered(): number {
    return this.#answered
  }

  /** The first chunk of a page: its block, and about a hundred blocks of its content. */
  page(id: Id, priority: Priority): Promise<Tables> {
    return this.#call(
      priority,
      (ofetchOptions) => this.#client.getPageRaw(id, { ofetchOptions }),
      (answer) => readTables(answer),
    )
  }

  /** Returns blocks by id. An id without a record in the response is not shared. */
  blocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    return this.#call(
      priority,
      (options) => this.#client.getBlocks([...ids], options),
      (answer) => readTables(answer),
    )
  }

  /** The rows of a view, or of the whole collection where no view is given, under the name of the view `viewId`. */
  query(
    collection: Id,
    viewId: Id,
    view: object | undefined,
    { limit, spaceId, priority }: { limit: number; spaceId: Id | undefined; priority: Priority },
  ): Promise<QueryResult> {
    const settings = { limit, spaceId, userTimeZone: this.#timeZone }
    return this.#call(
      priority,
      (ofetchOptions) =>
        this.#client.getCollectionData(collection, viewId, view as CollectionView | undefined, {
          ...settings,
          ofetchOptions,
        }),
      (answer) => {
        const result = isObject(answer) && isObject(answer.result) ? answer.result : undefined
        const results = result?.reducerResults ?? result
        if (!isObject(results)) throw new CallError('broken', 'the answer holds no results')
        return { tables: readTables(answer, true), results }
      },
    )
  }

  /** Addresses under which files can be loaded for a while, in the order asked for; undefined for those that are not given. */
  sign(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]> {
    const requests = files.map(({ url, block }) => ({ permissionRecord: { table: 'block', id: block }, url }))
    return this.#call(
      priority,
      (options) => this.#client.getSignedFileUrls(requests, options),
      (answer) => {
        const signed: unknown = isObject(answer) ? answer.signedUrls : undefined
        if (!Array.isArray(signed)) throw new CallError('broken', 'the answer holds no addresses')
        return files.map((_, index) => (typeof signed[index] === 'string' ? signed[index] : undefined))
      },
    )
  }

  /** The records of people. */
  users(ids: readonly Id[], priority: Priority): Promise<{ id: Id; record: unknown }[]> {
    return this.#call(
      priority,
      (options) => this.#client.getUsers([...ids], options),
      (answer) => {
        const results: unknown = isObject(answer) ? answer.results : undefined
        if (!Array.isArray(results)) throw new CallError('broken', 'the answer holds no people')
        return ids.map((id, index) => ({ id, record: results[index] }))
      },
    )
  }

  async #call<Answer>(
    priority: Priority,
    ask: (options: Options) => Promise<unknown>,
    read: (answer: unknown) => Answer,
  ): Promise<Answer> {
    const { timeout, attempts, coolDown } = this.#limits
    for (let attempt = 1; ; attempt++) {
      try {
        // The client's own time-out ends with the head of an answer; a body may hang, too.
        const turn = () => {
          const signal = AbortSignal.any([this.#pace.signal, AbortSignal.timeout(timeout)])
          return rejectOnAbort(ask({ signal }), signal)
        }
        return read(await this.#pace.run(turn, priority))
      } catch (error) {
        this.#pace.signal.throwIfAborted()
        const failure = failureOf(error, timeout)
        const quiet = failure.kind === 'busy' && this.#pace.beQuiet(withJitter(failure.retryAfter ?? coolDown))
        if (quiet) quiet.catch(() => {})
        if (failure.kind === 'refused' || attempt >= attempts) throw failure
        if (failure.kind === 'broken' && attempt >= MOST_BROKEN) throw failure
        if (quiet) await quiet
        else
          await pause(failure.retryAfter ?? this.#backOff(failure, attempt), undefined, { signal: this.#pace.signal })
      }
    }
  }

  #backOff({ kind }: CallError, attempt: number): number {
    const { backOff, longestBackOff } = this.#limits
    // A truncated response is not overload: retry at once, without backoff.
    if (kind === 'broken') return jitter(backOff)
    return jitter(Math.min(backOff * 2 ** attempt, longestBackOff))
  }

  #parse(text: string): unknown {
    this.#answered += Buffer.byteLength(text)
    return JSON.parse(text)
  }
}

const jitter = (most: number) => Math.random() * most
/** At least as long, and not as long as everybody else. */
const withJitter = (least: number) => least + jitter(least / 4)

function failureOf(error: unknown, timeout: number): CallError {
  if (error instanceof CallError) return error
  const { status, response, cause, name } = error as {
    status?: number
    response?: Response
    cause?: unknown
    name?: string
  }
  if (status !== undefined && status >= 300) {
    const retryAfter = waitOf(response?.headers.get('retry-after'))
    const message = `the workspace answered ${status}`
    if (status === 429) return new CallError('busy', message, status, retryAfter)
    if (status === 408 || status >= 500) return new CallError('unreachable', message, status, retryAfter)
    return new CallError('refused', message, status)
  }
  if (status !== undefined || name === 'SyntaxError' || cause instanceof SyntaxError) {
    return new CallError('broken', 'the workspace answered with something that is not JSON')
  }
  const root = rootOf(error)
  if (root.name === 'TimeoutError') return new CallError('unreachable', `no answer within ${timeout / 1000} seconds`)
  return new CallError('unreachable', `no connection (${root.code ?? root.name})`)
}

/** Milliseconds of a `Retry-After`: seconds or a date. */
function waitOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_WAIT)
}

/** What lies under a chain of causes. */
function rootOf(error: unknown): { name: string; code?: string } {
  let at = error
  for (let level = 0; level < 5 && at instanceof Error && at.cause instanceof Error; level++) at = at.cause
  if (!(at instanceof Error)) return { name: 'unknown' }
  return { name: at.name, code: 'code' in at && typeof at.code === 'string' ? at.code : undefined }
}
