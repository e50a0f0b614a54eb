import { type HostedRecord, idFor } from '../hosted/data'
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
import { isDatabaseBlock, isPageBlock, type World } from './world'

/** Settings of the API that tests can change. */
export interface Behaviour {
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
  world: World
  behaviour: Behaviour
}

const createList = (type: string, slice: object): Fields => ({ object: 'list', ...slice, type, [type]: {} })
const getId = ({ id }: { id: string }) => id

function findBlock(id: string | undefined, world: World): HostedRecord {
  const block = world.block(id)
  if (block === undefined) throw createNotFound('block', String(id))
  return block
}

function findCollection(id: string | undefined, world: World): HostedRecord {
  const collection = world.collection(id)
  if (collection === undefined) throw createNotFound('data_source', String(id))
  return collection
}

function findPage(id: string | undefined, world: World): HostedRecord {
  const block = world.block(id)
  if (block !== undefined && isDatabaseBlock(block)) {
    throw createInvalid(`Provided ID ${id} is a database, not a page. Use the retrieve database API instead.`)
  }
  if (block === undefined || !isPageBlock(block)) throw createNotFound('page', String(id))
  return block
}

export function search({ body, world, behaviour }: EndpointRequest): Fields {
  const { query, filter, sort } = body
  const { value: kind, in_trash: inTrash = false } = readFields(filter)
  const text = (readString(query) ?? '').toLowerCase()
  const pages = [...world.data.block.values()].filter(isPageBlock)
  const sources = [...world.data.collection.values()]
  const found = [
    ...(kind === 'data_source' ? [] : pages.map((page) => ({ record: page, title: world.getTitle(page) }))),
    ...(kind === 'page' ? [] : sources.map((source) => ({ record: source, title: getCollectionName(source) }))),
  ]
    .filter(({ title }) => title.toLowerCase().includes(text))
    .map(({ record }) => ({ id: record.id, record, edited: getEdited(record, world) }))
    .filter(
      ({ id, record }) =>
        !behaviour.unsearchable.has(id) && world.data.isShared(id) && world.isTrashed(record) === inTrash,
    )
  const sign = readFields(sort).direction === 'ascending' ? 1 : -1
  found.sort((a, b) => (a.edited === b.edited ? (a.id < b.id ? -1 : 1) : a.edited < b.edited ? -sign : sign))
  const { results, ...slice } = cutPage(found, getId, readPaging(body))
  const objects = results.map(({ record }) =>
    'schema' in record ? toDataSource(record, world) : toPage(record, world),
  )
  return createList('page_or_data_source', { results: objects, ...slice })
}

function getEdited(record: HostedRecord, world: World): string {
  return toMinute(record.last_edited_time ?? world.data.getParent(record)?.last_edited_time)
}

export const getBlock = ({ ids: [id], world }: EndpointRequest): unknown => toBlock(findBlock(id, world), world)

export function getChildren({ ids: [id], query, world }: EndpointRequest): Fields {
  const children = listChildren(findBlock(id, world), world)
  if (children === undefined) throw createNotFound('block', String(id))
  const { results, ...slice } = cutPage(children, getId, readPaging(query))
  return createList('block', { results: results.map((block) => toBlock(block, world)), ...slice })
}

export const getPage = ({ ids: [id], world }: EndpointRequest): unknown => toPage(findPage(id, world), world)

export function getPageProperty({ ids: [id, name], query, world }: EndpointRequest): unknown {
  const page = findPage(id, world)
  const property = listPageProperties(page, world).find(({ key }) => key === name || encodeProperty(key) === name)
  if (property === undefined) throw createNotFound('property', String(name))
  const { type, value, items } = readProperty(page, property, world)
  const propertyId = encodeProperty(property.key)
  if (items === undefined) return { object: 'property_item', type, id: propertyId, [type]: value }
  const numbered = items.map((item, index) => ({ item, id: idFor(`${id} ${property.key} ${index}`) }))
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
export function getDatabase({ ids: [id], world }: EndpointRequest): unknown {
  const block = world.block(id)
  if (block === undefined || !isDatabaseBlock(block)) throw createNotFound('database', String(id))
  const sources = world.listSources(block).filter((source) => world.collection(source.id) !== undefined)
  if (sources.length === 0) {
    throw createInvalid(`Database with ID ${id} does not contain any data sources accessible by this API bot.`)
  }
  return toDatabase(block, sources, world)
}

export const getDataSource = ({ ids: [id], world }: EndpointRequest): unknown =>
  toDataSource(findCollection(id, world), world)

export function queryDataSource({ ids: [id], body, world, behaviour }: EndpointRequest): Fields {
  const paging = readPaging(body)
  if (paging.size > behaviour.largestRowPage) {
    throw new ApiError(503, 'service_unavailable', 'The query took too long. Please use a smaller page_size.')
  }
  const all = queryRows(world.listRows(findCollection(id, world).id), body)
  const { results, ...slice } = cutPage(all.slice(0, behaviour.queryLimit), getId, paging)
  const isCut = !slice.has_more && all.length > behaviour.queryLimit
  return {
    ...createList('page_or_data_source', { results: results.map((row) => toPage(row, world)), ...slice }),
    ...(isCut && { request_status: { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' } }),
  }
}

export const getSelf = ({ world }: EndpointRequest): unknown => toBot(world)

export function getUser({ ids: [id], world }: EndpointRequest): unknown {
  const user = toUser(String(id), world)
  if (!('name' in user)) throw createNotFound('user', String(id))
  return user
}

export function listUsers({ query, world }: EndpointRequest): Fields {
  const people = [...world.data.notion_user.keys()].map((id) => toUser(id, world))
  return createList('user', cutPage([...people, toBot(world)], getId, readPaging(query)))
}

export function listCustomEmojis({ query, world }: EndpointRequest): Fields {
  const emojis = [...world.data.custom_emoji.keys()].map((id) => toCustomEmoji(id, world))
  return { object: 'list', type: 'custom_emoji', ...cutPage(emojis, getId, readPaging(query)) }
}
