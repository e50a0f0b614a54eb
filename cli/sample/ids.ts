import { createHash } from 'node:crypto'
import type { Id } from '../../lib/workspace/record-map'

/** Returns a name-based UUID of a key. */
export function createStableId(key: string): Id {
  const hex = createHash('sha1').update(`colophon:${key}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Returns a number from 0 to `limit - 1` that depends only on the key. */
export function createStableNumber(key: string, limit: number): number {
  return Number.parseInt(createHash('sha1').update(key).digest('hex').slice(0, 8), 16) % limit
}

const signs = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789:;<=>?@[]^_{|}~'

/** Returns the id of a column: four characters as in Notion, or `title` for the title. */
export function propertyId(collectionKey: string, name: string): string {
  const digest = createHash('sha1').update(`${collectionKey}/${name}`).digest()
  return [...digest.subarray(0, 4)].map((byte) => signs.charAt(byte % signs.length)).join('')
}

/** Returns the key of a title: its words in lower case, joined by hyphens. */
export function getKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

export const spaceId: Id = createStableId('space')

export const pageId = (key: string): Id => createStableId(`page/${key}`)
/** Returns the id of the block that contains a database, for an access table or a mention. */
export const databaseId = (key: string): Id => createStableId(`database/${key}`)
export const collectionId = (key: string): Id => createStableId(`collection/${key}`)
export const viewId = (blockId: Id, name: string): Id => createStableId(`view/${blockId}/${name}`)
/** Returns the id of a block with a key, such as a synced block or an external object. */
export const keyedBlockId = (key: string): Id => createStableId(`block/${key}`)
export const userId = (key: string): Id => createStableId(`user/${key}`)
export const emojiId = (key: string): Id => createStableId(`emoji/${key}`)

/** Returns the address of an uploaded file in the format of Notion. */
export const attachment = (name: string): string => `attachment:${createStableId(`file/${name}`)}:${name}`
