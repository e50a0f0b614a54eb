import { toUuid } from '@/lib/workspace/ids'
import { createInvalid } from './errors'

const MAX_PAGE_SIZE = 100

/** The start and the size of a requested page. */
export interface Paging {
  cursor: string | undefined
  size: number
}

export interface Slice<Item> {
  results: Item[]
  next_cursor: string | null
  has_more: boolean
}

export function readPaging({ start_cursor, page_size }: Record<string, unknown>): Paging {
  const size = page_size === undefined ? MAX_PAGE_SIZE : Number(page_size)
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE) {
    throw createInvalid(
      `body failed validation: body.page_size should be ≤ \`${MAX_PAGE_SIZE}\`, instead was \`${page_size}\`.`,
    )
  }
  if (start_cursor === undefined || start_cursor === null) return { cursor: undefined, size }
  if (typeof start_cursor !== 'string' || start_cursor === '') throw createInvalid('start_cursor should be a string.')
  return { cursor: start_cursor, size }
}

/** Returns a page of a list. A cursor is the id of the next item, so it becomes invalid if that item is removed. */
export function cutPage<Item>(
  items: readonly Item[],
  getId: (item: Item) => string,
  { cursor, size }: Paging,
): Slice<Item> {
  const start = cursor === undefined ? 0 : items.findIndex((item) => getId(item) === toUuid(cursor))
  if (start === -1) throw createInvalid(`The start_cursor provided is invalid: ${cursor}`)
  const next = items[start + size]
  return {
    results: items.slice(start, start + size),
    next_cursor: next === undefined ? null : getId(next),
    has_more: next !== undefined,
  }
}
