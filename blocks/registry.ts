import type { BlockType } from '@/lib/workspace/block-traits'
import { FOOTNOTES } from './annotations/footnotes'
import type { BlockOutput, BlockOutputs, PrepareBlock } from './block-family'
import { CODE } from './code'
import { COLLECTIONS } from './collection'
import { EMBEDS } from './embed'
import { EQUATIONS } from './equation'
import { HEADINGS } from './heading'
import { LAYOUT } from './layout'
import { LINKS } from './links'
import { LISTS } from './list'
import { MEDIA } from './media'
import type { PreparedBlock } from './prepared-block'
import { TABLES } from './table'
import { TABS } from './tabs'
import { TEXT } from './text'

/** How the blocks of each stored type are prepared. */
export const PREPARE: Readonly<Record<BlockType, PrepareBlock>> = {
  ...CODE.prepare,
  ...COLLECTIONS.prepare,
  ...EMBEDS.prepare,
  ...EQUATIONS.prepare,
  ...HEADINGS.prepare,
  ...LAYOUT.prepare,
  ...LINKS.prepare,
  ...LISTS.prepare,
  ...MEDIA.prepare,
  ...TABLES.prepare,
  ...TABS.prepare,
  ...TEXT.prepare,
}

const OUTPUTS: BlockOutputs = {
  ...CODE.outputs,
  ...COLLECTIONS.outputs,
  ...EMBEDS.outputs,
  ...EQUATIONS.outputs,
  ...FOOTNOTES.outputs,
  ...HEADINGS.outputs,
  ...LAYOUT.outputs,
  ...LINKS.outputs,
  ...LISTS.outputs,
  ...MEDIA.outputs,
  ...TABLES.outputs,
  ...TABS.outputs,
  ...TEXT.outputs,
}

/** Returns the outputs of a prepared block, whose functions take this block. */
export const getOutput = ({ type }: PreparedBlock): BlockOutput<PreparedBlock['type']> =>
  // The table has the output of each type; TypeScript cannot relate the two.
  OUTPUTS[type] as BlockOutput<PreparedBlock['type']>
