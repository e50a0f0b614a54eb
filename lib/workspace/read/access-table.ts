import type { Block, Id } from '../record-map'
import { collectPageIds } from '../text'
import { findHeadedRows } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** Whether a block is the `Access` table: a simple table of pages and their access. */
export function isAccessTable(block: Block, blocks: Blocks): boolean {
  return findHeadedRows('access', block, blocks).some(({ others }) =>
    others.some((cell) => collectPageIds(cell).length > 0),
  )
}

/**
 * Returns the access text of every page or database that the table's rows mention or link to. If several rows name the same one, each
 * row's text is on its own line, so that the strictest can be chosen.
 */
export function readAccessTable(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { others, text } of findHeadedRows('access', block, blocks)) {
    for (const id of others.flatMap(collectPageIds)) {
      const known = found.get(id)
      found.set(id, known === undefined ? text : `${known}\n${text}`)
    }
  }
  return found
}
