import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import type { Fields } from '../../workspace/values'
import type { Priority } from '../pace'
import { isNotFound, type OfficialClient } from './client'
import { readTime } from './dates'
import { findWiki, getDatabaseId, type Listing } from './listing'

/** The maximum number of rows of a collection, and of a view. */
const MAX_ROWS = 200_000

/** The rows of a list, and whether Notion returned all of them. */
export interface FoundRows {
  rows: Id[]
  isComplete: boolean
}

/**
 * Requests the rows of a data source, or only those that were edited since a time, and adds the page objects to the listing. Notion ends
 * a query after 10,000 rows; the next query begins with the last of them. Throws {@link CallError}.
 */
export async function queryRows(
  source: Id,
  { client, listing }: { client: OfficialClient; listing: Listing },
  { priority, since }: { priority: Priority; since?: number },
): Promise<FoundRows> {
  const rows = new Set<Id>()
  const path = `data_sources/${source}/query`
  const sorts = [{ timestamp: 'created_time', direction: 'ascending' }]
  let filter = since === undefined ? undefined : createTimeFilter('last_edited_time', since)
  for (;;) {
    const before = rows.size
    let [isCut, created] = [false, 0]
    const body: Fields = { sorts, ...(filter !== undefined && { filter }) }
    for await (const page of client.pages({ path, body, priority })) {
      const at = client.now()
      for (const object of page.results) {
        const id = listing.addObject(object, at)
        const database = findWiki(object) === source ? getDatabaseId(object) : undefined
        const row = object.object === 'page' ? id : database
        if (id !== undefined && row !== undefined) rows.add(row)
        created = Math.max(created, readTime(object.created_time))
      }
      isCut ||= page.isCut
      if (rows.size > MAX_ROWS) return { rows: [...rows], isComplete: false }
    }
    if (!isCut) return { rows: [...rows], isComplete: true }
    if (rows.size === before || since !== undefined) return { rows: [...rows], isComplete: false }
    filter = createTimeFilter('created_time', created)
  }
}

function createTimeFilter(timestamp: 'created_time' | 'last_edited_time', since: number): Fields {
  return { timestamp, [timestamp]: { on_or_after: new Date(since).toISOString() } }
}

/** Returns the rows of a view in its order; undefined if Notion does not return them. Throws {@link CallError}. */
export async function queryView(view: Id, client: OfficialClient, priority: Priority): Promise<Id[] | undefined> {
  const rows: Id[] = []
  try {
    const first = await client.post(`views/${view}/queries`, { page_size: 100 }, priority)
    const query = toUuid(first.id)
    for (let response = first; ; ) {
      for (const { id } of Array.isArray(response.results) ? (response.results as Fields[]) : []) {
        const row = toUuid(id)
        if (row !== undefined) rows.push(row)
      }
      const { has_more, next_cursor: cursor } = response
      if (has_more !== true || typeof cursor !== 'string' || query === undefined || rows.length > MAX_ROWS) return rows
      const next = `views/${view}/queries/${query}?page_size=100&start_cursor=${encodeURIComponent(cursor)}`
      response = await client.get(next, priority)
      if (response.next_cursor === cursor) return undefined
    }
  } catch (error) {
    // A view of an unusual type cannot be queried. The site shows all rows then.
    if (isNotFound(error)) return undefined
    throw error
  }
}
