import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/** An event of a hosted workspace, and what to fetch because of it; `nothing` if no page shows the changed object. */
export interface NotionEvent {
  id: string
  /** Whether a database or one of its views changed, so that rows may have been added or removed. */
  isDatabase: boolean
  /** Whether a view of a database changed. */
  isView: boolean
  /** The page, database or data source that the event reports as deleted. The event may be late: it may exist again. */
  deleted?: Id
  refresh: { pages: Id[] } | { all: true } | 'nothing'
}

const MAX_ID_LENGTH = 100
/** The maximum number of updated blocks that are read. Notion's aggregated events contain fewer. */
const MAX_UPDATED = 500
/** Types of events about objects that are never published. */
const NOT_SHOWN = /^(comment|file_upload|user)\./
const VIEW = /^view\./
const DELETED = /^(page|database|data_source)\.deleted$/
const DATABASE = /^(database|data_source)\./
const ROWS_UPDATED = /^(database|data_source)\.content_updated$/
/** Types of parents that are fetched, too, because they list the changed object. */
const PARENT_TYPES: readonly unknown[] = ['page', 'block', 'database', 'data_source']

/**
 * Reads an event that Notion sent; returns undefined if it is malformed. `refresh` contains the changed object and its parent, because an
 * event does not describe the change and may be late. For a view it contains the database. For an event of an unknown type or without an
 * object it is all changed pages.
 */
export function readNotionEvent(value: unknown): NotionEvent | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return undefined
  const { id, type } = value
  if (id === '' || id.length > MAX_ID_LENGTH) return undefined
  const isView = VIEW.test(type)
  const deleted = DELETED.test(type) ? readId(value.entity) : undefined
  const event = { id, isDatabase: isView || DATABASE.test(type), isView, ...(deleted && { deleted }) }
  if (NOT_SHOWN.test(type)) return { ...event, refresh: 'nothing' }
  const data = isObject(value.data) ? value.data : {}
  const changed = isView ? [] : [readId(value.entity), ...readUpdated(data.updated_blocks, type)]
  const pages = [...changed, ...readParent(data.parent)].filter((page) => page !== undefined)
  return { ...event, refresh: pages.length > 0 ? { pages: [...new Set(pages)] } : { all: true } }
}

const readId = (value: unknown) => (isObject(value) ? toUuid(value.id) : undefined)

/** A row's parent is the database; `data_source_id` names the data source in it. */
function readParent(parent: unknown): (Id | undefined)[] {
  if (!isObject(parent) || !PARENT_TYPES.includes(parent.type)) return []
  return [readId(parent), toUuid(parent.data_source_id)]
}

/** Returns the ids of updated pages. Rows are listed as blocks in the events of databases. */
function readUpdated(blocks: unknown, type: string): (Id | undefined)[] {
  if (!Array.isArray(blocks)) return []
  const pages = blocks.slice(0, MAX_UPDATED).filter((block) => {
    return ROWS_UPDATED.test(type) || (isObject(block) && (block.type === 'page' || block.type === 'database'))
  })
  return pages.map(readId)
}

/** Returns the verification token that Notion sends when a webhook is created. It is the only unsigned request. */
export function readVerificationToken(value: unknown): string | undefined {
  const token = isObject(value) ? value.verification_token : undefined
  return typeof token === 'string' && /^secret_[\w-]{8,200}$/.test(token) ? token : undefined
}
