import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { hashFields } from '../tables'
import type { Conversion } from './conversion'
import { readTime } from './dates'
import { convertProperties } from './properties'
import { convertRichText } from './rich-text'

/** The record of a page or database, and what has to be requested besides. */
export interface ConvertedPage {
  record: Fields & { id: Id; type: string }
  /** Properties that the page object contains only in part. */
  cut: string[]
}

/** Returns the record of a page, without its content; undefined if the object cannot be read. */
export function convertPage(page: Fields, conversion: Conversion): ConvertedPage | undefined {
  const id = toUuid(page.id)
  if (id === undefined || !isObject(page.properties)) return undefined
  const { properties, cut } = convertProperties(page.properties, conversion)
  return {
    record: {
      id,
      type: 'page',
      ...convertOrigin(page, conversion),
      properties,
      ...convertAppearance(page, conversion),
    },
    cut,
  }
}

/** Returns the record of a database that is a page of its own; without `is_inline` it is one, too. */
export function convertDatabase(
  database: Fields,
  conversion: Conversion,
): (Fields & { id: Id; type: string }) | undefined {
  const id = toUuid(database.id)
  if (id === undefined) return undefined
  // A row of a wiki may be a database.
  const isRow = isObject(database.parent) && database.parent.data_source_id !== undefined
  const type = database.is_inline === true && !isRow ? 'collection_view' : 'collection_view_page'
  const title = convertRichText(database.title, conversion)
  return {
    id,
    type,
    ...convertOrigin(database, conversion),
    // Its icon and cover are those of the collection.
    ...(type === 'collection_view_page' && { properties: { title } }),
  }
}

function convertAppearance(object: Fields, conversion: Conversion): { format?: Fields } {
  const [icon, cover] = [conversion.readIcon(object.icon), conversion.readFile(object.cover)]
  if (cover !== undefined) conversion.losses.add('cover-position')
  const format = { ...(icon !== undefined && { page_icon: icon }), ...(cover !== undefined && { page_cover: cover }) }
  return Object.keys(format).length > 0 ? { format } : {}
}

const SETTLED = 'official:'
const UNSETTLED = 'official?'
const MINUTE = 60_000

/**
 * Returns a stamp of a page. Notion cuts times to the minute, so a page that was fetched within a minute of its last edit may have been
 * edited once more. Its stamp is unsettled, and the page is fetched again after that minute.
 */
export function createStamp(record: Fields, fetchedAt: number): string {
  const isSettled = fetchedAt - Number(record.last_edited_time) >= MINUTE
  return `${isSettled ? SETTLED : UNSETTLED}${hashFields(record)}`
}

export const isSameStamp = (a: string, b: string): boolean =>
  isOfficialStamp(a) && isOfficialStamp(b) && a.slice(SETTLED.length) === b.slice(UNSETTLED.length)

/** Whether a page was fetched by this API. Pages of another source are fetched again. */
export const isOfficialStamp = (stamp: string): boolean => stamp.startsWith(SETTLED) || stamp.startsWith(UNSETTLED)

/** Whether a page has to be fetched again because it may have been edited after it was fetched. */
export const isUnsettled = (stamp: string, edited: number, now: number): boolean =>
  stamp.startsWith(UNSETTLED) && now - edited >= MINUTE

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
