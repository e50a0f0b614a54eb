import { BUDGETS, Budget } from '../../../workspace/budget'
import { MORE, type Names, type Value } from '../../../workspace/property-values'
import { ReadCollections } from '../../../workspace/query/relations'
import { createRowReader, type Rows } from '../../../workspace/query/row-values'
import { createResultCheck, type MayShowResult, type RelatedRows } from '../../../workspace/query/stored-results'
import type { Block, Collection, Id } from '../../../workspace/record-map'
import { isComputed } from '../../../workspace/references'
import type { PageRecord } from '../../../workspace/stored'
import { toPlainText } from '../../../workspace/text'
import { getLeastPrivilegedViewers } from '../../access'
import { getSearchedProperties } from '../../searched-properties'
import type { Site } from '../../site'
import type { SitePage, Viewer } from '../../site-index'

/** The maximum number of databases over their budget that are checked. */
const MAX_SPENT = 10

/** What the formulas and rollups of all rows cost. */
interface RowCosts {
  /**
   * Returns the names of the formulas and rollups of a collection that exceed their budget, see `BUDGETS`. It reads all rows; with fewer
   * readable rows, a viewer may see complete values.
   */
  findReducedProperties: (collection: Id) => string[]
  /** Whether the search index cannot evaluate the formulas of all these pages. To be called after the other function. */
  exceedsSearch: (pages: readonly SitePage[]) => boolean
}

export function createRowCosts(
  pages: ReadonlyMap<Id, PageRecord>,
  collections: ReadonlyMap<Id, Collection>,
  related: ReadonlyMap<Id, Rows>,
  { timeZone, now }: { timeZone: string; now: number },
): RowCosts {
  const names: Names = {
    locale: 'en',
    timeZone,
    userName: () => undefined,
    pageTitle: (id) => toPlainText(pages.get(id)?.block.properties.title ?? []),
    isListed: () => true,
  }
  let spent = 0
  let units = 0
  return {
    findReducedProperties(id) {
      const own = related.get(id)
      const computed = Object.entries(own?.schema ?? {}).filter(([, property]) => isComputed(property))
      if (own === undefined || computed.length === 0 || spent >= MAX_SPENT) return []
      const budget = new Budget(BUDGETS.computed)
      const read = createRowReader({ ...own, related, names, now, budget })
      // Read every row, because what all of them cost is counted.
      const found = computed.filter(([property]) => own.rows.filter((row) => isReduced(read(row, property))).length > 0)
      units += BUDGETS.computed - budget.left
      if (budget.isSpent) spent += 1
      return found.map(([, { name }]) => name)
    },
    exceedsSearch(searched) {
      // The search index evaluates less: it reads no other rows.
      if (units <= BUDGETS.search) return false
      const budget = new Budget(BUDGETS.search)
      for (const { id, collection, readable, access } of searched) {
        const known = collection === undefined ? undefined : collections.get(collection)
        const row = pages.get(id)?.block
        if (known === undefined || row === undefined || !readable || access.kind === 'unpublished') continue
        const read = createRowReader({ schema: known.schema, rows: [row], names, now, budget })
        for (const property of getSearchedProperties(known)) read(row, property.id)
      }
      return budget.isSpent
    },
  }
}

/** Returns all rows of each collection. */
export function collectRows(
  pages: ReadonlyMap<Id, PageRecord>,
  collections: ReadonlyMap<Id, Collection>,
): Map<Id, Rows> {
  const rows = new Map<Id, Block[]>()
  for (const { block } of pages.values()) {
    if (block.parent_table !== 'collection' || !block.alive) continue
    const known = rows.get(block.parent_id)
    if (known === undefined) rows.set(block.parent_id, [block])
    else known.push(block)
  }
  return new Map([...collections].map(([id, { schema }]) => [id, { schema, rows: rows.get(id) ?? [] }]))
}

function isReduced(value: Value | undefined): boolean {
  return value?.type === 'list' ? value.cut === true : value?.type === 'text' && value.text === MORE
}

/** A formula, and the rows whose stored results are not shown to all of their readers. */
interface WithheldResults {
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
