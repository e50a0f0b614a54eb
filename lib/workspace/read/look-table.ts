import { BRANDING_NAMES, type Branding } from '../../branding/branding'
import type { Block, Id } from '../record-map'
import { toPlainText } from '../text'
import { isAccessTable } from './access-table'
import { findHeadedRows } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** The branding as an editor wrote it, which may break the rules. */
export type LookWords = Branding

/** Whether a block is a simple table that is written for the site and never shown: of access, or of the site's look. */
export function isSiteTable(block: Block, blocks: Blocks): boolean {
  return isAccessTable(block, blocks) || Object.keys(readLookTable(block, blocks)).length > 0
}

/** What the rows of a table headed `Look` say beside the name of each thing; the first counts. */
export function readLookTable(block: Block, blocks: Blocks): LookWords {
  const found: LookWords = {}
  for (const { others, words } of findHeadedRows('look', block, blocks)) {
    const cells = others.map((cell) => toPlainText(cell).trim().toLowerCase())
    const name = BRANDING_NAMES.find((each) => cells.includes(each))
    if (name !== undefined && words !== '') found[name] ??= words
  }
  return found
}
