import type { StoredComment } from '../../workspace/comments'
import { COMMENT_LIMITS } from '../../workspace/comments'
import { findPageId, toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { OfficialClient } from './client'
import { findOption, findProperty, readText } from './comments-database'
import { readTime } from './dates'

const APPROVED = 'approved'

/**
 * Requests the comments that the owner has approved. `source` is the data source of their database. Throws {@link CallError}, with what to
 * do if it lacks properties.
 */
export async function fetchComments(client: OfficialClient, source: Fields): Promise<StoredComment[]> {
  const status = findProperty(source, 'status')
  const filter = status && createFilter(status)
  if (
    filter === undefined ||
    findProperty(source, 'text') === undefined ||
    findProperty(source, 'page') === undefined
  ) {
    throw new CallError(
      'refused',
      'the database of comments lacks the properties Text, Page or Status: run npm run setup -- comments',
    )
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

/** Returns a filter for approved comments, with the option as the owner wrote it. */
function createFilter(status: Fields): Fields | undefined {
  const approved = findOption(status, APPROVED)
  return approved === undefined ? undefined : { property: status.id, [String(status.type)]: { equals: approved } }
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
