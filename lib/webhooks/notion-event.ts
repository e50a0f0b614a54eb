import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'

/** What one event of a hosted workspace asks for; `nothing` is about something that no page shows. */
export interface NotionEvent {
  id: string
  /** Whether it is about a database, whose rows may have come or gone. */
  isDatabase: boolean
  refresh: { pages: Id[] } | { all: true } | 'nothing'
}

const LONGEST_ID = 100
/** Kinds of events about what is never published. */
const NOT_SHOWN = /^(comment|file_upload|user)\./
/** What holds a thing may have to forget it, or to list it. */
const HOLDERS: readonly unknown[] = ['page', 'block', 'database', 'data_source']

/**
 * Reads an event as the workspace sends it. It says that something changed, not what: the pages named are those to look at, the
 * thing's own and what holds it. An event of a kind that is not known yet, or that names nothing, asks for everything that
 * changed. Undefined: it is no event.
 */
export function readNotionEvent(value: unknown): NotionEvent | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return undefined
  const { id, type } = value
  if (id === '' || id.length > LONGEST_ID) return undefined
  const isDatabase = /^(database|data_source)\./.test(type)
  if (NOT_SHOWN.test(type)) return { id, isDatabase, refresh: 'nothing' }
  const data = isObject(value.data) ? value.data : {}
  const parent = isObject(data.parent) && HOLDERS.includes(data.parent.type) ? idOf(data.parent) : undefined
  const pages = [idOf(value.entity), parent].filter((page) => page !== undefined)
  return { id, isDatabase, refresh: pages.length > 0 ? { pages: [...new Set(pages)] } : { all: true } }
}

const idOf = (value: unknown) => (isObject(value) ? toUuid(value.id) : undefined)

/** The key that the workspace shows when a subscription is made, in the one body that comes unsigned. */
export function readVerificationToken(value: unknown): string | undefined {
  const token = isObject(value) ? value.verification_token : undefined
  return typeof token === 'string' && /^secret_[\w-]{8,200}$/.test(token) ? token : undefined
}
