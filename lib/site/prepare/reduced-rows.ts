import { BUDGETS, Budget } from '../../workspace/budget'
import { MORE, type Names, type Value } from '../../workspace/property-values'
import { createRowReader, type Rows } from '../../workspace/query/row-values'
import type { Block, Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { toPlainText } from '../../workspace/text'

const COMPUTED: ReadonlySet<string> = new Set(['formula', 'rollup'])

/** The most databases over their budget that are checked. */
const MOST_SPENT = 10

/**
 * Returns a function that finds the formulas and rollups of a collection that exceed their budget, see `BUDGETS`. It reads all rows; with
 * fewer readable rows, a viewer may see complete values.
 */
export function findReducedProperties(
  pages: ReadonlyMap<Id, PageRecord>,
  collections: ReadonlyMap<Id, Collection>,
  { timeZone, now }: { timeZone: string; now: number },
): (id: Id) => string[] {
  const related = collectRows(pages, collections)
  const names: Names = {
    locale: 'en',
    timeZone,
    userName: () => undefined,
    pageTitle: (id) => toPlainText(pages.get(id)?.block.properties.title ?? []),
  }
  let spent = 0
  return (id) => {
    const own = related.get(id)
    const computed = Object.entries(own?.schema ?? {}).filter(([, { type }]) => COMPUTED.has(type))
    if (own === undefined || computed.length === 0 || spent >= MOST_SPENT) return []
    const budget = new Budget(BUDGETS.computed)
    const read = createRowReader({ ...own, related, names, now, budget })
    const found = computed.filter(([property]) => own.rows.some((row) => isReduced(read(row, property))))
    if (budget.isSpent) spent += 1
    return found.map(([, { name }]) => name)
  }
}

function collectRows(pages: ReadonlyMap<Id, PageRecord>, collections: ReadonlyMap<Id, Collection>): Map<Id, Rows> {
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
