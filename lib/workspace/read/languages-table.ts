import { parseLanguageTag } from '../../language-tags'
import type { Block, Id } from '../record-map'
import { collectPageIds } from '../text'
import { findHeadedRows } from './headed-table'

/** A row of a `Languages` table as an editor wrote it. It may be invalid. */
export interface LanguageRow {
  /** The tag of the language. */
  tag: string
  /** The home page of the language, which the row mentions or links to. */
  page?: Id
}

/** Returns the rows of a `Languages` table; none if the block is another table, such as a list of programming languages. */
export function readLanguagesTable(block: Block, blocks: Readonly<Record<Id, Block>>): LanguageRow[] {
  const rows = findHeadedRows('languages', block, blocks).flatMap(({ text, others }): LanguageRow[] => {
    const [page] = others.flatMap(collectPageIds)
    return text === '' && page === undefined ? [] : [{ tag: text, page }]
  })
  return rows.some(({ tag, page }) => page !== undefined && parseLanguageTag(tag) !== undefined) ? rows : []
}
