import { isAccessTable } from './access-table'
import { rowsHeaded } from './headed-table'
import type { Block, Id } from './record-map'
import { plainText } from './text'

type Blocks = Readonly<Record<Id, Block>>

const NAMES = ['accent', 'font', 'logo'] as const
/** What an editor wrote of the site's look, as it is written. */
export type LookWords = Partial<Record<(typeof NAMES)[number], string>>

/** Whether a block is a simple table that is written for the site and never shown: of access, or of the site's look. */
export function isSiteTable(block: Block, blocks: Blocks): boolean {
  return isAccessTable(block, blocks) || Object.keys(lookWordsIn(block, blocks)).length > 0
}

/** What the rows of a table headed `Look` say beside the name of each thing; the first counts. */
export function lookWordsIn(block: Block, blocks: Blocks): LookWords {
  const found: LookWords = {}
  for (const { others, words } of rowsHeaded('look', block, blocks)) {
    const cells = others.map((cell) => plainText(cell).trim().toLowerCase())
    const name = NAMES.find((each) => cells.includes(each))
    if (name !== undefined && words !== '') found[name] ??= words
  }
  return found
}
