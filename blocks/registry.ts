import type { BlockType } from '@/lib/workspace/block-traits'
import type { Form, Forms, PrepareBlock } from './block-family'
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

const FORMS: Forms = {
  ...CODE.forms,
  ...COLLECTIONS.forms,
  ...EMBEDS.forms,
  ...EQUATIONS.forms,
  ...HEADINGS.forms,
  ...LAYOUT.forms,
  ...LINKS.forms,
  ...LISTS.forms,
  ...MEDIA.forms,
  ...TABLES.forms,
  ...TABS.forms,
  ...TEXT.forms,
}

/** Returns the outputs of a prepared block, whose functions take this block. */
export const getForm = ({ type }: PreparedBlock): Form<PreparedBlock['type']> =>
  // The table has the form of each type; TypeScript cannot relate the two.
  FORMS[type] as Form<PreparedBlock['type']>
