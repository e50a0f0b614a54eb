import { findNearNames, isAccessWord } from '../protecting-names'
import type { Block, Id } from '../record-map'
import { collectPageIds } from '../text'
import { findHeadedRows, getHeadings, type HeadedRow } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** A heading of a table of pages that is not `Access`, but probably should be. */
export interface NearHeading {
  heading: string
  /** Whether the table counts as the `Access` table, because its values are values of access. */
  protects: boolean
}

/** Whether a block is the `Access` table: a simple table of pages and their access. */
export const isAccessTable = (block: Block, blocks: Blocks): boolean => listsPages(findAccessRows(block, blocks))

/**
 * Returns the access text of every page or database that the table's rows mention or link to. If several rows name the same one, each
 * row's text is on its own line, so that the strictest can be chosen.
 */
export function readAccessTable(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { others, text } of findAccessRows(block, blocks)) {
    for (const id of others.flatMap(collectPageIds)) {
      const known = found.get(id)
      found.set(id, known === undefined ? text : `${known}\n${text}`)
    }
  }
  return found
}

/** Returns the heading of a table of pages that is near to `Access`; undefined if there is none, or if it has the exact heading, too. */
export function findNearHeading(block: Block, blocks: Blocks): NearHeading | undefined {
  if (findHeadedRows('access', block, blocks).length > 0) return undefined
  const near = getHeadings(block, blocks).flatMap((heading): NearHeading[] => {
    const meant = findNearNames(heading).find(({ name }) => name === 'access')
    if (meant === undefined) return []
    const rows = findHeadedRows(heading.toLowerCase(), block, blocks)
    if (!listsPages(rows)) return []
    const protects = rows.some(({ text }) => text.split(',').some(isAccessWord))
    return protects || meant.isClose ? [{ heading, protects }] : []
  })
  return near.find(({ protects }) => protects) ?? near[0]
}

function findAccessRows(block: Block, blocks: Blocks): HeadedRow[] {
  const near = findNearHeading(block, blocks)
  return findHeadedRows(near?.protects ? near.heading.toLowerCase() : 'access', block, blocks)
}

const listsPages = (rows: readonly HeadedRow[]) =>
  rows.some(({ others }) => others.some((cell) => collectPageIds(cell).length > 0))
