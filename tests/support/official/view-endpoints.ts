import { randomUUID } from 'node:crypto'
import type { HostedRecord } from '../hosted/data'
import type { EndpointRequest } from './endpoints'
import { createInvalid, createNotFound } from './errors'
import { cutPage, readPaging } from './pages'
import { type Fields, readList, readString, toMoment } from './records'
import { isKnownView, listViewRows, toView } from './views'
import { isDatabaseBlock, type VisibleWorkspace } from './visible-workspace'

interface StoredQuery {
  view: string
  rows: { object: 'page'; id: string }[]
  expires: number
}

const getId = ({ id }: { id: string }) => id

/** The views of databases, and the queries that run them. */
export class Views {
  readonly #queries = new Map<string, StoredQuery>()
  /** Lifetime of a query result in seconds. */
  lifetimeSeconds = 15 * 60

  list({ query, workspace }: EndpointRequest): Fields {
    const { database_id: database, data_source_id: source } = query
    if (database === undefined && source === undefined) {
      throw createInvalid('query failed validation: either database_id or data_source_id should be defined.')
    }
    const views =
      database === undefined
        ? listSourceViews(String(source), workspace)
        : listDatabaseViews(String(database), workspace)
    const { results, ...slice } = cutPage(views, getId, readPaging(query))
    const references = results.map(({ id }) => ({ object: 'view', id }))
    return { object: 'list', results: references, ...slice, type: 'view', view: {} }
  }

  get({ ids: [id], workspace }: EndpointRequest): unknown {
    const { view, ...place } = findView(id, workspace)
    return toView(view, place, workspace)
  }

  query({ ids: [id], body, workspace }: EndpointRequest): Fields {
    const { view, collection } = findView(id, workspace)
    const paging = readPaging(body)
    const rows = listViewRows(view, collection, workspace).map((row) => ({ object: 'page' as const, id: row }))
    const queryId = randomUUID()
    const expires = Date.now() + this.lifetimeSeconds * 1000
    this.#queries.set(queryId, { view: view.id, rows, expires })
    const total_count = rows.length
    const stored = { object: 'view_query', id: queryId, view_id: view.id, expires_at: toMoment(expires), total_count }
    return { ...stored, ...cutPage(rows, getId, paging) }
  }

  results({ ids, query }: EndpointRequest): Fields {
    const { rows } = this.#findQuery(ids)
    return { object: 'list', ...cutPage(rows, getId, readPaging(query)), type: 'page', page: {} }
  }

  delete({ ids }: EndpointRequest): Fields {
    this.#findQuery(ids)
    const [, id = ''] = ids
    this.#queries.delete(id)
    return { object: 'view_query', id, deleted: true }
  }

  #findQuery([view, id = '']: string[]): StoredQuery {
    const query = this.#queries.get(id)
    if (query === undefined || query.view !== view || query.expires <= Date.now()) {
      throw createNotFound('view query', id)
    }
    return query
  }
}

function findView(id: string | undefined, workspace: VisibleWorkspace) {
  const view = workspace.data.collection_view.get(String(id))
  const place = view && view.alive !== false ? workspace.findPlace(view) : undefined
  if (view === undefined || place === undefined) throw createNotFound('view', String(id))
  if (!isKnownView(view)) throw createInvalid(`Views of type ${view.type} are not supported.`)
  return { view, ...place }
}

function listDatabaseViews(id: string, workspace: VisibleWorkspace): HostedRecord[] {
  const database = workspace.block(id)
  if (database === undefined || !isDatabaseBlock(database)) throw createNotFound('database', id)
  return readList<string>(database.view_ids).flatMap((view) => {
    const record = workspace.data.collection_view.get(view)
    return record === undefined || record.alive === false || workspace.findPlace(record) === undefined ? [] : [record]
  })
}

/** Returns all views of a data source, including those on other pages. */
function listSourceViews(id: string, workspace: VisibleWorkspace): HostedRecord[] {
  const source = workspace.collection(id)
  if (source === undefined) throw createNotFound('data_source', id)
  return [...workspace.data.collection_view.values()].filter((view) => {
    const place = view.alive === false ? undefined : workspace.findPlace(view)
    return place?.collection.id === id && readString(view.type) !== undefined
  })
}
