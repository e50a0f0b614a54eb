import type { SiteIndex, SitePage } from '../site/site-index'
import type { SyncRequest } from '../snapshot/sync-requests'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/** An event of a hosted workspace, and what to fetch because of it; `nothing` if no page shows the changed object. */
interface NotionEvent {
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

/**
 * Returns what the sync must fetch for an event; undefined if nothing.
 * - For a database: its id and its collections, by which the sync identifies it.
 * - For a view: also the pages that show it.
 * - For an unknown database: all changes.
 * - For a view of an unknown database: all changes and the database.
 */
export function getSyncRequest(
  { isDatabase, isView, deleted, refresh }: NotionEvent,
  index: SiteIndex | undefined,
): SyncRequest | undefined {
  if (refresh === 'nothing') return undefined
  if ('all' in refresh) return refresh
  const known = isDatabase ? findKnown(refresh.pages, isView, index) : []
  const isUnknown = isDatabase && known.length === 0
  if (isUnknown && !isView && deleted === undefined) return { all: true }
  const pages = [...new Set([...refresh.pages, ...known])]
  return { pages, ...(deleted && { deleted: [deleted] }), ...(isUnknown && { all: true }) }
}

/** Returns the known collections of a database, and for a changed view the pages that show them. */
function findKnown(ids: readonly Id[], isView: boolean, index: SiteIndex | undefined): Id[] {
  if (index === undefined) return []
  const [database = ''] = ids
  const shown = index.pages.find((page) => page.id === database)?.collections ?? []
  const collections = [...shown, ...ids.filter((id) => Object.hasOwn(index.collections, id))]
  const shows = (page: SitePage) => collections.some((id) => page.collections.includes(id))
  return [...collections, ...(isView ? index.pages.filter(shows).map(({ id }) => id) : [])]
}
