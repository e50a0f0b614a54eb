import { BUDGETS, Budget } from '../../workspace/budget'
import { MORE, type Names, type Value } from '../../workspace/property-values'
import { createRowReader, type Rows } from '../../workspace/query/row-values'
import type { Block, Collection, Id } from '../../workspace/record-map'
import { isComputed } from '../../workspace/references'
import type { PageRecord } from '../../workspace/stored'
import { toPlainText } from '../../workspace/text'
import { getSearchedProperties } from '../searched-properties'
import type { SitePage } from '../site-index'

/** The maximum number of databases over their budget that are checked. */
const MAX_SPENT = 10

/** What the formulas and rollups of all rows cost. */
export interface RowCosts {
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
