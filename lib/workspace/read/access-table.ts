import { findNearNames, isAccessWord } from '../protecting-names'
import type { Block, Id } from '../record-map'
import { collectPageIds } from '../text'
import { findHeadedTable, findTableRows, getColumnKeys, type HeadedRow, readCell, readColumn } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** A heading of a table of pages that is not `Access`, but probably should be. */
export interface NearHeading {
  heading: string
  /**
   * A `renamed` table was headed `Access` before, and the values of a `misspelt` one are values of access. Both count as the `Access` table.
   * One that is `near` does not.
   */
  why: 'renamed' | 'misspelt' | 'near'
}

/** Whether a block is the `Access` table: a simple table of pages and their access. */
export const isAccessTable = (block: Block, blocks: Blocks): boolean => findAccessColumn(block, blocks) !== undefined

/**
 * Returns the access text of every page or database that the table's rows mention or link to. If several rows name the same one, each
 * row's text is on its own line, so that the strictest can be chosen.
 */
export function readAccessTable(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { others, text } of findAccessColumn(block, blocks)?.rows ?? []) {
    for (const id of others.flatMap(collectPageIds)) {
      const known = found.get(id)
      found.set(id, known === undefined ? text : `${known}\n${text}`)
    }
  }
  return found
}

/** Returns the heading of a table of pages that is near to `Access`; undefined if there is none, or if it has the exact heading, too. */
export const findNearHeading = (block: Block, blocks: Blocks): NearHeading | undefined =>
  findExactColumn(block, blocks) === undefined ? findNearColumn(block, blocks)?.near : undefined

interface AccessColumn {
  /** The key of the column with the access texts. */
  column: string
  rows: HeadedRow[]
}

/** Returns the column of the `Access` table that counts; undefined if the block is not such a table. */
export function findAccessColumn(block: Block, blocks: Blocks): AccessColumn | undefined {
  const exact = findExactColumn(block, blocks)
  if (exact !== undefined) return listsPages(exact.rows) ? exact : undefined
  const found = findNearColumn(block, blocks)
  return found?.near.why === 'near' ? undefined : found
}

function findExactColumn(block: Block, blocks: Blocks): AccessColumn | undefined {
  const found = findHeadedTable('access', block, blocks)
  return found && { column: found.column, rows: readColumn(found) }
}

/** Returns the column that was headed `Access` before, or else one whose heading is near to it. */
function findNearColumn(block: Block, blocks: Blocks): (AccessColumn & { near: NearHeading }) | undefined {
  const table = findTableRows(block, blocks)
  if (table === undefined) return undefined
  const { header } = table
  // The column still exists if its heading was removed.
  const former = getColumnKeys(block, [header, ...table.rows]).filter((column) => column === block.accessColumn)
  const found = [...new Set([...former, ...Object.keys(header.properties)])].flatMap((column) => {
    const heading = readCell(header, column)
    const rows = readColumn({ column, rows: table.rows })
    const why: NearHeading['why'] | undefined = former.includes(column) ? 'renamed' : compareHeading(heading, rows)
    return why === undefined || !listsPages(rows) ? [] : [{ column, rows, near: { heading, why } }]
  })
  return found.find(({ near }) => near.why !== 'near') ?? found[0]
}

function compareHeading(heading: string, rows: readonly HeadedRow[]): 'misspelt' | 'near' | undefined {
  const meant = findNearNames(heading).find(({ name }) => name === 'access')
  if (meant === undefined) return undefined
  if (rows.some(({ text }) => text.split(',').some(isAccessWord))) return 'misspelt'
  return meant.isClose ? 'near' : undefined
}

const listsPages = (rows: readonly HeadedRow[]) =>
  rows.some(({ others }) => others.some((cell) => collectPageIds(cell).length > 0))
