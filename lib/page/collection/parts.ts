import type { Rest } from '../../../islands/collection/data'
import { countFirstSections, distributeRows, getRowLists } from '../../../islands/collection/first-rows'
import type { Block } from '../../workspace/record-map'
import type { Group } from './groups'

/** The part of a large collection to send: the first rows of its first view, or a range of rows of one view. */
export type Part =
  | { kind: 'first'; rest(view: string): Rest & { data: string } }
  | { kind: 'rows'; view: string; from: number; count: number }

/** A group with the rows to send. `total` counts all its rows. */
export interface PartGroup extends Omit<Group, 'columns'> {
  total: number
  columns?: PartGroup[]
}

/** Returns the groups with all their rows. */
export function takeAllGroups(groups: Group[]): PartGroup[] {
  return mapLists(groups, (rows) => rows)
}

/** Returns the groups that a view shows initially, each with its first rows. */
export function takeFirstGroups(groups: Group[], pageSize: number): PartGroup[] {
  const shown = groups.slice(0, countFirstSections(groups))
  const shares = distributeRows(
    getRowLists(shown).map(({ rows }) => rows.length),
    pageSize,
  )
  return mapLists(shown, (rows, index) => rows.slice(0, shares[index]))
}

/** The groups that have some of `count` rows from a place on, with those rows. */
export function takeGroupsBetween(groups: Group[], from: number, count: number): PartGroup[] {
  let before = 0
  const parts = mapLists(groups, (rows) => {
    const start = Math.max(0, from - before)
    const end = Math.max(0, from + count - before)
    before += rows.length
    return rows.slice(start, end)
  })
  return parts.filter((part) => getRowLists([part]).some(({ rows }) => rows.length > 0))
}

function mapLists(groups: Group[], take: (rows: Block[], index: number) => Block[]): PartGroup[] {
  let index = 0
  const map = ({ columns, ...group }: Group): PartGroup => ({
    ...group,
    total: group.rows.length,
    ...(columns ? { rows: [], columns: columns.map(map) } : { rows: take(group.rows, index++) }),
  })
  return groups.map(map)
}
