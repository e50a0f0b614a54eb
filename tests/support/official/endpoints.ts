import { createHostedId, type HostedRecord } from '../hosted/data'
import { listChildren, toBlock } from './blocks'
import { ApiError, createInvalid, createNotFound } from './errors'
import { toCustomEmoji } from './files'
import { toDatabase, toDataSource, toPage } from './objects'
import { cutPage, readPaging } from './pages'
import { listPageProperties, readProperty } from './properties'
import { encodeProperty, type Fields, readFields, readString, toMinute } from './records'
import { queryRows } from './row-query'
import { getCollectionName } from './schema'
import { toBot, toUser } from './users'
import { isDatabaseBlock, isPageBlock, type VisibleWorkspace } from './visible-workspace'

/** Settings of the API that tests can change. */
export interface Behavior {
  /** Most rows that one query returns, over all its pages. */
  queryLimit: number
  /** The largest page size with which a query does not time out. */
  largestRowPage: number
  /** Pages and data sources that the search has not found yet. */
  unsearchable: ReadonlySet<string>
}

export interface EndpointRequest {
  ids: string[]
  query: Fields
  body: Fields
  workspace: VisibleWorkspace
  behavior: Behavior
}

const createList = (type: string, slice: object): Fields => ({ object: 'list', ...slice, type, [type]: {} })
const getId = ({ id }: { id: string }) => id

function findBlock(id: string | undefined, workspace: VisibleWorkspace): HostedRecord {
  const block = workspace.block(id)
  if (block === undefined) throw createNotFound('block', String(id))
  return block
}

function findCollection(id: string | undefined, workspace: VisibleWorkspace): HostedRecord {
  const collection = workspace.collection(id)
  if (collection === undefined) throw createNotFound('data_source', String(id))
  return collection
}

function findPage(id: string | undefined, workspace: VisibleWorkspace): HostedRecord {
  const block = workspace.block(id)
  if (block !== undefined && isDatabaseBlock(block)) {
    throw createInvalid(`Provided ID ${id} is a database, not a page. Use the retrieve database API instead.`)
  }
  if (block === undefined || !isPageBlock(block)) throw createNotFound('page', String(id))
  return block
}

export function search({ body, workspace, behavior }: EndpointRequest): Fields {
  const { query, filter, sort } = body
  const { value: kind, in_trash: inTrash = false } = readFields(filter)
  const text = (readString(query) ?? '').toLowerCase()
  const pages = [...workspace.data.block.values()].filter(isPageBlock)
  const sources = [...workspace.data.collection.values()]
  const found = [
    ...(kind === 'data_source' ? [] : pages.map((page) => ({ record: page, title: workspace.getTitle(page) }))),
    ...(kind === 'page' ? [] : sources.map((source) => ({ record: source, title: getCollectionName(source) }))),
  ]
    .filter(({ title }) => title.toLowerCase().includes(text))
    .map(({ record }) => ({ id: record.id, record, edited: getEdited(record, workspace) }))
    .filter(
      ({ id, record }) =>
        !behavior.unsearchable.has(id) && workspace.data.isShared(id) && workspace.isTrashed(record) === inTrash,
    )
  const sign = readFields(sort).direction === 'ascending' ? 1 : -1
  found.sort((a, b) => (a.edited === b.edited ? (a.id < b.id ? -1 : 1) : a.edited < b.edited ? -sign : sign))
  const { results, ...slice } = cutPage(found, getId, readPaging(body))
  const objects = results.map(({ record }) =>
    'schema' in record ? toDataSource(record, workspace) : toPage(record, workspace),
  )
  return createList('page_or_data_source', { results: objects, ...slice })
}

function getEdited(record: HostedRecord, workspace: VisibleWorkspace): string {
  return toMinute(record.last_edited_time ?? workspace.data.getParent(record)?.last_edited_time)
}

export const getBlock = ({ ids: [id], workspace }: EndpointRequest): unknown =>
  toBlock(findBlock(id, workspace), workspace)

export function getChildren({ ids: [id], query, workspace }: EndpointRequest): Fields {
  const children = listChildren(findBlock(id, workspace), workspace)
  if (children === undefined) throw createNotFound('block', String(id))
  const { results, ...slice } = cutPage(children, getId, readPaging(query))
  return createList('block', { results: results.map((block) => toBlock(block, workspace)), ...slice })
}

export const getPage = ({ ids: [id], workspace }: EndpointRequest): unknown =>
  toPage(findPage(id, workspace), workspace)

export function getPageProperty({ ids: [id, name], query, workspace }: EndpointRequest): unknown {
  const page = findPage(id, workspace)
  const property = listPageProperties(page, workspace).find(({ key }) => key === name || encodeProperty(key) === name)
  if (property === undefined) throw createNotFound('property', String(name))
  const { type, value, items } = readProperty(page, property, workspace)
  const propertyId = encodeProperty(property.key)
  if (items === undefined) return { object: 'property_item', type, id: propertyId, [type]: value }
  const numbered = items.map((item, index) => ({ item, id: createHostedId(`${id} ${property.key} ${index}`) }))
  const { results, ...slice } = cutPage(numbered, getId, readPaging(query))
  const next_url = slice.has_more ? `/v1/pages/${id}/properties/${propertyId}?start_cursor=${slice.next_cursor}` : null
  return {
    object: 'list',
    results: results.map(({ item }) => ({ object: 'property_item', type, id: propertyId, [type]: item })),
    ...slice,
    type: 'property_item',
    property_item: { id: propertyId, next_url, type, [type]: {} },
  }
}

/** Rejects linked databases, whose rows belong to another database. */
export function getDatabase({ ids: [id], workspace }: EndpointRequest): unknown {
  const block = workspace.block(id)
  if (block === undefined || !isDatabaseBlock(block)) throw createNotFound('database', String(id))
  const sources = workspace.listSources(block).filter((source) => workspace.collection(source.id) !== undefined)
  if (sources.length === 0) {
    throw createInvalid(`Database with ID ${id} does not contain any data sources accessible by this API bot.`)
  }
  return toDatabase(block, sources, workspace)
}

export const getDataSource = ({ ids: [id], workspace }: EndpointRequest): unknown =>
  toDataSource(findCollection(id, workspace), workspace)

export function queryDataSource({ ids: [id], body, workspace, behavior }: EndpointRequest): Fields {
  const paging = readPaging(body)
  if (paging.size > behavior.largestRowPage) {
    throw new ApiError(503, 'service_unavailable', 'The query took too long. Please use a smaller page_size.')
  }
  const all = queryRows(workspace.listRows(findCollection(id, workspace).id), body)
  const { results, ...slice } = cutPage(all.slice(0, behavior.queryLimit), getId, paging)
  const isCut = !slice.has_more && all.length > behavior.queryLimit
  return {
    ...createList('page_or_data_source', { results: results.flatMap((row) => toRow(row, workspace)), ...slice }),
    ...(isCut && { request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' } }),
  }
}

/** A row of a wiki may be a database, which a query returns as its data sources. */
const toRow = (row: HostedRecord, workspace: VisibleWorkspace): unknown[] =>
  isPageBlock(row)
    ? [toPage(row, workspace)]
    : workspace.listSources(row).map((source) => toDataSource(source, workspace))

export const getSelf = ({ workspace }: EndpointRequest): unknown => toBot(workspace)

export function getUser({ ids: [id], workspace }: EndpointRequest): unknown {
  const user = toUser(String(id), workspace)
  if (!('name' in user)) throw createNotFound('user', String(id))
  return user
}

export function listUsers({ query, workspace }: EndpointRequest): Fields {
  const people = [...workspace.data.notion_user.keys()].map((id) => toUser(id, workspace))
  return createList('user', cutPage([...people, toBot(workspace)], getId, readPaging(query)))
}

export function listCustomEmojis({ query, workspace }: EndpointRequest): Fields {
  const emojis = [...workspace.data.custom_emoji.keys()].map((id) => toCustomEmoji(id, workspace))
  return { object: 'list', type: 'custom_emoji', ...cutPage(emojis, getId, readPaging(query)) }
}
