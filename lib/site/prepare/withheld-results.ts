import { BUDGETS, Budget } from '../../workspace/budget'
import { ReadCollections } from '../../workspace/query/relations'
import { createResultCheck, type MayShowResult, type RelatedRows } from '../../workspace/query/stored-results'
import type { Collection, Id } from '../../workspace/record-map'
import { getLeastPrivilegedViewers } from '../access'
import type { Site } from '../site'
import type { SitePage, Viewer } from '../site-index'

/** A formula, and the rows whose stored results are not shown to all of their readers. */
export interface WithheldResults {
  property: string
  rows: SitePage[]
}

/**
 * Returns a function that finds the results of a collection's formulas that are withheld, because they depend on rows which not all readers
 * of the row may read. `related` has all rows of each collection.
 */
export function createWithheldFinder(
  site: Site,
  related: ReadonlyMap<Id, RelatedRows>,
): (id: Id, collection: Collection) => WithheldResults[] {
  const pages = new Map(site.index.pages.map((page) => [page.id, page]))
  return (id, { schema }) => {
    const formulas = Object.entries(schema).filter(([, { type }]) => type === 'formula')
    if (formulas.length === 0) return []
    const read = collectRelated(id, related)
    const checks = new Map<string, MayShowResult>()
    const getCheck = (viewers: Viewer[]) => {
      const key = JSON.stringify(viewers)
      const isListed = (row: Id) => viewers.every((viewer) => site.listedPage(row, viewer) !== undefined)
      const check = checks.get(key) ?? createResultCheck(read, new Budget(BUDGETS.computed), isListed)
      checks.set(key, check)
      return check
    }
    return formulas.flatMap(([property, column]) => {
      const rows = (related.get(id)?.rows ?? []).flatMap((row) => {
        const page = pages.get(row.id)
        if (page === undefined || !Object.hasOwn(row.properties, property)) return []
        const viewers = getLeastPrivilegedViewers(page.access)
        return viewers.length === 0 || getCheck(viewers)(row, column, schema) ? [] : page
      })
      return rows.length === 0 ? [] : [{ property: column.name, rows }]
    })
  }
}

/** Returns the collection, and those that its computed properties read. */
function collectRelated(shown: Id, related: ReadonlyMap<Id, RelatedRows>): RelatedRows[] {
  const read = new ReadCollections()
  const found: RelatedRows[] = []
  for (let id: Id | undefined = shown; id !== undefined; id = read.next()) {
    const rows = related.get(id)
    if (rows === undefined) continue
    found.push(rows)
    read.add(id, rows.schema, id === shown)
  }
  return found
}
