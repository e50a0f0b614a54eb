import type { Block, Id } from '../record-map'
import { pageIdsIn } from '../text'
import { rowsHeaded } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** Whether a block is a simple table of pages and their access words. */
export function isAccessTable(block: Block, blocks: Blocks): boolean {
  return rowsHeaded('access', block, blocks).some(({ others }) => others.some((cell) => pageIdsIn(cell).length > 0))
}

/**
 * The access words of every page or database that the table's rows mention or link to. Where several rows name the same one,
 * the words of each are on a line of their own, so that the strictest can be chosen.
 */
export function accessWordsIn(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { others, words } of rowsHeaded('access', block, blocks)) {
    for (const id of others.flatMap(pageIdsIn)) {
      const known = found.get(id)
      found.set(id, known === undefined ? words : `${known}\n${words}`)
    }
  }
  return found
}
