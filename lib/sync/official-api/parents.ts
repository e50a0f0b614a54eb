import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Conversion } from './conversion'
import { readTime } from './dates'

/** Stands for the space, whose id the API does not return. */
const SPACE = '00000000-0000-0000-0000-000000000000'

/** Returns the parent of an object as record maps name it; undefined if it cannot be read. */
export function convertParent(value: unknown): { parent_id: Id; parent_table: string } | undefined {
  if (!isObject(value)) return undefined
  if (value.workspace === true) return { parent_id: SPACE, parent_table: 'space' }
  const collection = toUuid(value.data_source_id)
  if (collection !== undefined) return { parent_id: collection, parent_table: 'collection' }
  const block = toUuid(value.page_id ?? value.block_id ?? value.database_id)
  return block === undefined ? undefined : { parent_id: block, parent_table: 'block' }
}

/** Returns the fields that all blocks and pages have: parent, times, people and whether it is in the trash. */
export function convertOrigin(object: Fields, conversion: Conversion): Fields {
  const [createdBy, editedBy] = [conversion.addUser(object.created_by), conversion.addUser(object.last_edited_by)]
  return {
    ...convertParent(object.parent),
    alive: !isInTrash(object),
    created_time: readTime(object.created_time),
    last_edited_time: readTime(object.last_edited_time),
    ...(createdBy !== undefined && { created_by_id: createdBy, created_by_table: 'notion_user' }),
    ...(editedBy !== undefined && { last_edited_by_id: editedBy, last_edited_by_table: 'notion_user' }),
  }
}

/** `archived` is the name in older versions of the API. */
export const isInTrash = (object: Fields): boolean => object.in_trash === true || object.archived === true
