import { parseLanguageTag } from '../../language-tags'
import type { Block, Id } from '../record-map'
import { collectPageIds } from '../text'
import { findHeadedRows } from './headed-table'

/** A row of a `Languages` table, unchecked: the tag of a language, and the page that its row mentions or links to. */
export interface LanguageRow {
  words: string
  page?: Id
}

/** Returns the rows of a `Languages` table; none if the block is another table, such as a list of programming languages. */
export function readLanguagesTable(block: Block, blocks: Readonly<Record<Id, Block>>): LanguageRow[] {
  const rows = findHeadedRows('languages', block, blocks).flatMap(({ text, others }): LanguageRow[] => {
    const [page] = others.flatMap(collectPageIds)
    return text === '' && page === undefined ? [] : [{ words: text, page }]
  })
  return rows.some(({ words, page }) => page !== undefined && parseLanguageTag(words) !== undefined) ? rows : []
}
