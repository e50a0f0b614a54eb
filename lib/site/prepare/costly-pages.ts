import { BUDGETS, COSTS } from '../../workspace/budget'
import type { Id } from '../../workspace/record-map'
import type { ShownCollection } from '../../workspace/stored'
import type { SiteIndex, SitePage } from '../site-index'
import type { BuildInput } from './build-site'

/** What a view reads of each row: each property for its cell, total and order, and others to filter, sort and group. */
const READS = { perProperty: 4, others: 20 }
/** Boards with fewer groups in each direction show all of them. */
const FEW_GROUPS = 100
const MAX_COSTLY_PAGES = 5

/** Returns the first pages whose databases may be too large to be shown whole. Only preparing a page shows whether they are. */
export function findCostlyPages({ pages, collections }: BuildInput, index: SiteIndex): SitePage[] {
  const rows = new Map<Id, number>()
  for (const { collection } of index.pages) if (collection) rows.set(collection, (rows.get(collection) ?? 0) + 1)
  const countRows = (id: Id) => rows.get(id) ?? 0
  const getProperties = (id: Id) => Object.values(collections.get(id)?.schema ?? {})
  const countGroups = (id: Id) =>
    getProperties(id).reduce((most, { options = [] }) => Math.max(most, options.length), 0) + countRows(id)
  const estimate = ({ collection: id, views }: ShownCollection) => {
    const reads = READS.perProperty * getProperties(id).length + READS.others
    return views * (countRows(id) * (COSTS.row + COSTS.value * reads) + 2 * COSTS.group * countGroups(id))
  }
  const mayHaveManyColumns = ({ collection, hasSubgroups }: ShownCollection) =>
    hasSubgroups && countGroups(collection) > FEW_GROUPS
  const isCostly = ({ id, access }: SitePage) => {
    const shown = pages.get(id)?.remarks?.shown ?? []
    if (access.kind === 'unpublished') return false
    const cost = shown.reduce((sum, each) => sum + estimate(each), 0)
    return cost > BUDGETS.databases || shown.some(mayHaveManyColumns)
  }
  const found: SitePage[] = []
  for (const page of index.pages) if (found.length < MAX_COSTLY_PAGES && isCostly(page)) found.push(page)
  return found
}
