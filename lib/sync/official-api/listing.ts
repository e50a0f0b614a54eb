import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import type { Priority } from '../pace'
import type { OfficialClient } from './client'
import { Conversion } from './conversion'
import { readTime } from './dates'
import { type ConvertedPage, convertPage } from './pages'
import { convertParent } from './parents'
import { readPropertyId } from './properties'

/** A page object that a list contained, and when it was requested by Notion's clock. */
export interface ListedPage extends ConvertedPage {
  conversion: Conversion
  at: number
}

/**
 * What lists of pages and data sources contain, so that each page need not be requested by itself. A page is taken out when it is fetched.
 * Notion's search is not exhaustive, and newer edits may be missing from it for a while: a page that is not listed proves nothing.
 */
export class Listing {
  readonly pages = new Map<Id, ListedPage>()
  readonly sources = new Map<Id, Fields>()
  /** Databases that are pages of their own, as far as their data sources were listed: records without views. */
  readonly databases = new Map<Id, Fields & { id: Id; type: string }>()
  /** The types of formulas' results, by data source and property. */
  readonly resultTypes = new Map<Id, Map<string, string>>()

  readonly #seen = new Set<Id>()

  constructor(
    readonly client: OfficialClient,
    readonly signed: Map<string, string>,
  ) {}

  /** Searches for everything that was edited at or after a time, newest first. Returns the ids of pages and data sources. Throws {@link CallError}. */
  async search(since: number, priority: Priority): Promise<{ pages: Id[]; sources: Id[] }> {
    const found = { pages: [] as Id[], sources: [] as Id[] }
    const body = { sort: { timestamp: 'last_edited_time', direction: 'descending' } }
    const at = this.client.now()
    for await (const { results } of this.client.pages({ path: 'search', body, priority })) {
      for (const object of results) {
        if (readTime(object.last_edited_time) < since) return found
        const id = this.add(object, at)
        if (id !== undefined) (object.object === 'page' ? found.pages : found.sources).push(id)
      }
    }
    return found
  }

  /** Adds an object of a list. Returns its id; undefined if it cannot be read. */
  add(object: Fields, at: number): Id | undefined {
    if (object.object === 'page') {
      const conversion = new Conversion(this.signed)
      const page = convertPage(object, conversion)
      if (page === undefined) return undefined
      this.#seen.add(page.record.id)
      this.pages.set(page.record.id, { ...page, conversion, at })
      this.#noteResultTypes(page.record.parent_id, object.properties)
      return page.record.id
    }
    const id = toUuid(object.id)
    if (object.object !== 'data_source' || id === undefined || !isObject(object.properties)) return undefined
    this.sources.set(id, object)
    const database = isObject(object.parent) ? toUuid(object.parent.database_id) : undefined
    if (database !== undefined && object.is_inline === false) {
      const own = { id: database, type: 'collection_view_page', alive: true }
      this.databases.set(database, { ...own, ...convertParent(object.database_parent) })
    }
    return id
  }

  /** Returns a record by which a page or database is known to be there; undefined if no list contained it. */
  find(id: Id): Fields | undefined {
    if (this.#seen.has(id)) return { id, type: 'page', alive: true }
    return this.databases.get(id)
  }

  /** Takes a page out. */
  take(id: Id): ListedPage | undefined {
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
