import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/** An event of a hosted workspace, and what to fetch because of it; `nothing` if no page shows the changed object. */
export interface NotionEvent {
  id: string
  /** Whether a database changed, so that rows may have been added or removed. */
  isDatabase: boolean
  refresh: { pages: Id[] } | { all: true } | 'nothing'
}

const LONGEST_ID = 100
/** Types of events about objects that are never published. */
const NOT_SHOWN = /^(comment|file_upload|user)\./
/** Types of parents that are fetched, too, because they list the changed object. */
const HOLDERS: readonly unknown[] = ['page', 'block', 'database', 'data_source']

/**
 * Reads an event that Notion sent; returns undefined if it is malformed. An event names the changed object but not the change, so
 * `refresh` contains that object and its parent. An event of an unknown type or without an object refreshes all changed pages.
 */
export function readNotionEvent(value: unknown): NotionEvent | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return undefined
  const { id, type } = value
  if (id === '' || id.length > LONGEST_ID) return undefined
  const isDatabase = /^(database|data_source)\./.test(type)
  if (NOT_SHOWN.test(type)) return { id, isDatabase, refresh: 'nothing' }
  const data = isObject(value.data) ? value.data : {}
  const parent = isObject(data.parent) && HOLDERS.includes(data.parent.type) ? readId(data.parent) : undefined
  const pages = [readId(value.entity), parent].filter((page) => page !== undefined)
  return { id, isDatabase, refresh: pages.length > 0 ? { pages: [...new Set(pages)] } : { all: true } }
}

const readId = (value: unknown) => (isObject(value) ? toUuid(value.id) : undefined)

/** Returns the verification token that Notion sends when a webhook is created. It is the only unsigned request. */
export function readVerificationToken(value: unknown): string | undefined {
  const token = isObject(value) ? value.verification_token : undefined
  return typeof token === 'string' && /^secret_[\w-]{8,200}$/.test(token) ? token : undefined
}
