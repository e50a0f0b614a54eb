import type { StoredComment } from '../../workspace/comments'
import { COMMENT_LIMITS } from '../../workspace/comments'
import { findPageId, toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import { findObject, type OfficialClient } from './client'
import { readTime } from './dates'

/** The name of the database if the settings name none. */
const DATABASE_NAME = 'Comments'
/** The properties of the database, in lower case, with the types that they may have. The name of the reader is the title. */
const PROPERTIES = {
  text: ['rich_text'],
  page: ['rich_text', 'relation', 'url'],
  status: ['select', 'status'],
  'reply to': ['relation'],
} as const
type PropertyName = keyof typeof PROPERTIES

const APPROVED = 'approved'

/**
 * Requests the comments that the owner has approved. `database` is the id of the database, otherwise it is found by its name. Throws
 * {@link CallError}, with what to do if there is no such database.
 */
export async function fetchComments(client: OfficialClient, database: Id | undefined): Promise<StoredComment[]> {
  const source = await findSource(client, database)
  const status = findProperty(source, 'status')
  const filter = status && createFilter(status)
  if (
    filter === undefined ||
    findProperty(source, 'text') === undefined ||
    findProperty(source, 'page') === undefined
  ) {
    throw new CallError('refused', 'the database of comments lacks the properties Text, Page or Status')
  }
  const sorts = [{ timestamp: 'created_time', direction: 'descending' }]
  const comments: StoredComment[] = []
  const path = `data_sources/${toUuid(source.id)}/query`
  for await (const { results } of client.pages({ path, body: { filter, sorts }, priority: 'normal' })) {
    comments.push(...results.flatMap((row) => readComment(row) ?? []))
    // The newest ones are kept.
    if (comments.length >= COMMENT_LIMITS.comments) break
  }
  return comments.slice(0, COMMENT_LIMITS.comments)
}

async function findSource(client: OfficialClient, database: Id | undefined): Promise<Fields> {
  if (database !== undefined) {
    const object = await findObject(client, `databases/${database}`, 'normal')
    const [first] = Array.isArray(object?.data_sources) ? object.data_sources : []
    const id = (isObject(first) && toUuid(first.id)) || database
    const source = await findObject(client, `data_sources/${id}`, 'normal')
    if (source === undefined) {
      throw new CallError('refused', 'the database of COMMENTS is not shared with the connection')
    }
    return source
  }
  const body = { query: DATABASE_NAME, filter: { property: 'object', value: 'data_source' } }
  const { results } = await client.post('search', body, 'normal')
  const found = (Array.isArray(results) ? results : []).filter(isObject)
  const sources = found.filter((source) => findProperty(source, 'status') && readText(source.title) === DATABASE_NAME)
  const [source, ...others] = sources
  if (source === undefined || others.length > 0) {
    const count = source === undefined ? 'no database' : 'several databases'
    throw new CallError('refused', `the connection sees ${count} called Comments: set COMMENTS to notion: and an id`)
  }
  return source
}

/** Returns the definition of a property of a data source, or the value of a row; undefined if it has another type. */
function findProperty({ properties }: Fields, name: PropertyName): Fields | undefined {
  if (!isObject(properties)) return undefined
  const types: readonly string[] = PROPERTIES[name]
  const [, found] = Object.entries(properties).find(([key]) => key.trim().toLowerCase() === name) ?? []
  return isObject(found) && types.includes(String(found.type)) ? found : undefined
}

/** Returns a filter for approved comments, with the option as the owner wrote it. */
function createFilter({ id, type, ...definition }: Fields): Fields | undefined {
  const { options } = (definition[String(type)] ?? {}) as Fields
  const names = (Array.isArray(options) ? options : []).flatMap((option) =>
    isObject(option) ? String(option.name) : [],
  )
  const approved = names.find((name) => name.trim().toLowerCase() === APPROVED)
  return approved === undefined ? undefined : { property: id, [String(type)]: { equals: approved } }
}

/** Reads a row; undefined if it is no approved comment on a page. */
function readComment(row: Fields): StoredComment | undefined {
  const id = toUuid(row.id)
  const status = findProperty(row, 'status')
  const option = status?.[String(status.type)]
  const page = readPage(findProperty(row, 'page'))
  const isApproved = isObject(option) && String(option.name).trim().toLowerCase() === APPROVED
  if (id === undefined || page === undefined || !isApproved || row.in_trash === true) return undefined
  const properties = isObject(row.properties) ? Object.values(row.properties) : []
  const title = properties.find((each) => isObject(each) && each.type === 'title')
  const replyTo = readRelation(findProperty(row, 'reply to'))
  return {
    id,
    page,
    ...(replyTo !== undefined && { replyTo }),
    name: readText(isObject(title) ? title.title : undefined),
    text: readText(findProperty(row, 'text')?.rich_text),
    created: readTime(row.created_time),
  }
}

/** Returns the page that a property names: by a relation, a mention, or an address. */
function readPage(property: Fields | undefined): Id | undefined {
  if (property === undefined) return undefined
  if (property.type === 'relation') return readRelation(property)
  if (property.type === 'url') return typeof property.url === 'string' ? findPageId(property.url) : undefined
  for (const piece of Array.isArray(property.rich_text) ? property.rich_text : []) {
    const mention = isObject(piece) && isObject(piece.mention) ? piece.mention : {}
    const id = isObject(mention.page) ? toUuid(mention.page.id) : undefined
    if (id !== undefined) return id
  }
  const text = readText(property.rich_text).trim()
  return toUuid(text) ?? findPageId(text)
}

function readRelation(property: Fields | undefined): Id | undefined {
  const [first] = Array.isArray(property?.relation) ? property.relation : []
  return isObject(first) ? toUuid(first.id) : undefined
}

const readText = (pieces: unknown): string =>
  (Array.isArray(pieces) ? pieces : [])
    .map((piece) => (isObject(piece) && typeof piece.plain_text === 'string' ? piece.plain_text : ''))
    .join('')
