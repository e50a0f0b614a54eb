import { NotionAPI } from 'notion-client'
import type { CollectionView } from 'notion-types'
import type { Id } from '../../workspace/record-map'
import { isObject } from '../../workspace/values'
import { Caller, type CallLimits } from '../caller'
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

const DEFAULT_API = 'https://app.notion.com/api/v3'

/** The result of querying a collection view. */
export interface QueryResponse {
  tables: Tables
  /** The reducers' results as the workspace sent them. */
  results: Record<string, unknown>
}

/**
 * The client of the hosted workspace's API. Each call is rate-limited, has a timeout, is retried if that can help, and has its response
 * validated. All methods throw {@link CallError}.
 */
export class HostedWorkspace {
  readonly #client: NotionAPI
  readonly #caller: Caller
  readonly #timeZone: string
  /** The only origin that may be at a private address. */
  readonly origin: string
  #answered = 0

  constructor({ apiBaseUrl = DEFAULT_API, token, activeUser, timeZone, limits }: HostedWorkspaceSettings, pace: Pace) {
    const base = apiBaseUrl.replace(/\/+$/, '')
    this.origin = new URL(base).origin
    this.#caller = new Caller(pace, limits)
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
    return this.#caller.call(
      priority,
      (ofetchOptions) => this.#client.getPageRaw(id, { ofetchOptions }),
      (answer) => readTables(answer),
    )
  }

  /** Returns blocks by id. An id without a record in the response is not shared. */
  blocks(ids: readonly Id[], priority: Priority): Promise<Tables> {
    return this.#caller.call(
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
  ): Promise<QueryResponse> {
    const settings = { limit, spaceId, userTimeZone: this.#timeZone }
    return this.#caller.call(
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
    return this.#caller.call(
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
    return this.#caller.call(
      priority,
      (options) => this.#client.getUsers([...ids], options),
      (answer) => {
        const results: unknown = isObject(answer) ? answer.results : undefined
        if (!Array.isArray(results)) throw new CallError('broken', 'the answer holds no people')
        return ids.map((id, index) => ({ id, record: results[index] }))
      },
    )
  }

  #parse(text: string): unknown {
    this.#answered += Buffer.byteLength(text)
    return JSON.parse(text)
  }
}
