import { getNotionUrl, toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { NewComment } from '../workspace-source'
import type { OfficialClient } from './client'
import { findOption, findProperty, type PropertyName } from './comments-database'

/** Notion takes at most 2000 UTF-16 code units in one piece of a text. A code point has up to two. */
const PIECE = /[\s\S]{1,1000}/gu

/**
 * Returns whether a row exists for the id of a comment, by which a write that may have failed is not repeated. `source` is the data source of
 * the database. Throws {@link CallError}.
 */
export async function hasComment(client: OfficialClient, source: Fields, id: Id): Promise<boolean> {
  const property = requireProperty(source, 'comment id')
  const filter = { property: property.id, rich_text: { equals: id } }
  const { results } = await client.post(`data_sources/${toUuid(source.id)}/query`, { filter, page_size: 1 }, 'normal')
  return Array.isArray(results) && results.length > 0
}

/** Adds the row of a comment. Throws {@link CallError}; then the row may exist nevertheless. */
export async function writeComment(client: OfficialClient, source: Fields, comment: NewComment): Promise<void> {
  const title = isObject(source.properties)
    ? Object.values(source.properties).find((each) => isObject(each) && each.type === 'title')
    : undefined
  const status = requireProperty(source, 'status')
  // Without such an option, the owner sees a row without a status, or with the first one.
  const option = findOption(status, comment.verdict)
  const reply = findProperty(source, 'reply to')
  const properties = Object.fromEntries([
    createValue(title, splitText(comment.name)),
    createValue(requireProperty(source, 'text'), splitText(comment.text)),
    createValue(requireProperty(source, 'page'), describePage(requireProperty(source, 'page'), comment.page)),
    createValue(requireProperty(source, 'comment id'), splitText(comment.id)),
    ...(option === undefined ? [] : [createValue(status, { name: option })]),
    ...(comment.replyTo === undefined || reply === undefined ? [] : [createValue(reply, [{ id: comment.replyTo }])]),
  ])
  const parent = { type: 'data_source_id', data_source_id: toUuid(source.id) }
  await client.write('POST', 'pages', { parent, properties })
}

function requireProperty(source: Fields, name: PropertyName): Fields {
  const property = findProperty(source, name)
  if (property !== undefined) return property
  const message = 'the database of comments lacks properties for new comments: run npm run setup -- comments'
  throw new CallError('refused', message)
}

const createValue = (property: unknown, value: unknown): [string, Fields] => {
  const { id, type } = isObject(property) ? property : { id: 'title', type: 'title' }
  return [String(id), { [String(type)]: value }]
}

const splitText = (text: string): Fields[] => (text.match(PIECE) ?? []).map((content) => ({ text: { content } }))

/** Returns how a property names a page: by a relation, an address, or a mention. */
function describePage({ type }: Fields, page: Id): unknown {
  if (type === 'relation') return [{ id: page }]
  if (type === 'url') return getNotionUrl(page)
  return [{ type: 'mention', mention: { type: 'page', page: { id: page } } }]
}
