import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Priority } from '../pace'
import type { OfficialClient } from './client'
import { isCommentsSource } from './comments-database'
import { Conversion } from './conversion'
import { readTime } from './dates'
import { type ConvertedPage, convertPage, convertParent } from './pages'
import { readPropertyId } from './properties'

/** A page from a list, and the time of the request by Notion's clock. */
export interface ListingEntry extends ConvertedPage {
  conversion: Conversion
  at: number
}

/** Returns the id of the database of a data source; undefined for one that is synced from another database. */
export function getDatabaseId({ parent }: Fields): Id | undefined {
  return isObject(parent) && parent.data_source_id === undefined ? toUuid(parent.database_id) : undefined
}

/** Returns the data source of the wiki that has the database of a data source as a row; undefined if it is no row. */
export function findWiki({ database_parent: parent }: Fields): Id | undefined {
  return isObject(parent) ? toUuid(parent.data_source_id) : undefined
}

/**
 * Caches the pages and data sources of search results and query results, so that pages are not requested one by one. A page is removed
 * when it is fetched. Notion's search is not exhaustive and lags behind edits, so a page that is missing here may still exist.
 */
export class Listing {
  readonly pages = new Map<Id, ListingEntry>()
  readonly sources = new Map<Id, Fields>()
  /** Records, without views, of full-page databases whose data sources were listed. */
  readonly databases = new Map<Id, Fields & { id: Id; type: string }>()
  /** The result types of formulas, by data source and property. */
  readonly resultTypes = new Map<Id, Map<string, string>>()

  readonly #listedPages = new Set<Id>()

  constructor(
    readonly client: OfficialClient,
    readonly signedAddresses: Map<string, string>,
  ) {}

  /**
   * Searches for everything that was edited at or after a time, newest first. Returns the ids of pages and data
   * sources. Throws {@link CallError}.
   */
  async search(since: number, priority: Priority): Promise<{ pages: Id[]; sources: Id[] }> {
    const found = { pages: [] as Id[], sources: [] as Id[] }
    const body = { sort: { timestamp: 'last_edited_time', direction: 'descending' } }
    const at = this.client.now()
    for await (const { results } of this.client.pages({ path: 'search', body, priority })) {
      for (const object of results) {
        if (readTime(object.last_edited_time) < since) return found
        const id = this.addObject(object, at)
        if (id !== undefined) (object.object === 'page' ? found.pages : found.sources).push(id)
      }
    }
    return found
  }

  /** Adds a page or data source from a list. Returns its id; undefined for other or malformed objects. */
  addObject(object: Fields, at: number): Id | undefined {
    if (object.object === 'page') {
      const conversion = new Conversion(this.signedAddresses)
      const page = convertPage(object, conversion)
      if (page === undefined) return undefined
      this.#listedPages.add(page.record.id)
      this.pages.set(page.record.id, { ...page, conversion, at })
      this.#noteResultTypes(page.record.parent_id, object.properties)
      return page.record.id
    }
    const id = toUuid(object.id)
    if (object.object !== 'data_source' || id === undefined || !isObject(object.properties)) return undefined
    this.sources.set(id, object)
    const database = getDatabaseId(object)
    if (database !== undefined && (object.is_inline === false || findWiki(object) !== undefined)) {
      const own = { id: database, type: 'collection_view_page', alive: true }
      this.databases.set(database, { ...own, ...convertParent(object.database_parent) })
    }
    return id
  }

  /** Returns a minimal record that proves that a page or database exists; undefined if no list contained it. */
  findRecord(id: Id): Fields | undefined {
    if (this.#listedPages.has(id)) return { id, type: 'page', alive: true }
    return this.databases.get(id)
  }

  /** Whether all known data sources of a database are for comments. */
  isForComments(database: Id): boolean {
    const sources = [...this.sources.values()].filter((source) => getDatabaseId(source) === database)
    return sources.length > 0 && sources.every(isCommentsSource)
  }

  /** Removes and returns a page. */
  takePage(id: Id): ListingEntry | undefined {
    const page = this.pages.get(id)
    this.pages.delete(id)
    return page
  }

  #noteResultTypes(source: unknown, properties: unknown): void {
    const id = toUuid(source)
    if (id === undefined || !isObject(properties)) return
    for (const property of Object.values(properties)) {
      const result = isObject(property) && property.type === 'formula' ? property.formula : undefined
      const key = isObject(property) ? readPropertyId(property) : undefined
      if (!isObject(result) || key === undefined || (result.type !== 'number' && result.type !== 'boolean')) continue
      const types = this.resultTypes.get(id) ?? new Map<string, string>()
      this.resultTypes.set(id, types.set(key, result.type))
    }
  }
}
