import type { ContentsItem, PreparedBlock } from '../../../blocks/prepared-block'
import type { PageLink } from '../../site/site-index'
import type { PageBlocks, ShownRules } from '../../workspace/read/page-blocks'
import type { Block, Id, RichText } from '../../workspace/record-map'
import type { StoredPage } from '../../workspace/stored'
import type { PreparedText } from '../prepared-text'
import type { ViewContext } from '../view-context'
import type { CollectionData } from '../wire/collection'

/** What the preparation of a body needs from the rest of the site. */
export interface BodyHooks extends ShownRules {
  /** Returns the database that a block shows; undefined leaves the block out. */
  collection(block: Block): CollectionData | undefined
  /** Returns the markup of the list of posts, if the block is the database of the posts on the home page. */
  posts?(block: Block): string | undefined
  /** Whether the snapshot has no data of the database that a block shows, for any viewer. */
  isMissing?(block: Block): boolean
  /** Whether a page below this one is shown where it stands; by default, each that the viewer may read. */
  lists?(page: Id): boolean
  /** For breadcrumb blocks: the page's ancestors from the root, then the page itself. */
  trail?: PageLink[]
  /** Blocks of the page that are the targets of links. */
  anchors?: readonly Id[]
  /** The language of the page; English if undefined. */
  language?: string
  /** Shows in place of a block why it is left out. */
  development?: boolean
}

/** What the blocks of one page are prepared with. */
export interface BlockContext {
  page: StoredPage
  context: ViewContext
  hooks: BodyHooks
  /** The page's blocks as they are shown, and the position of the current one. */
  shown: PageBlocks
  /** The language around the current block. `latin` is that of Latin script on this page; empty if it is unknown. */
  language: string
  latin: string
  /** The table of contents: the headings so far. */
  contents: ContentsItem[]
  /** Returns the depth of a heading. Must be called once for each heading, in reading order. */
  depth(rank: number): number
  text(rich: RichText | undefined): PreparedText
  /** Returns the caption of a block, if it has one. */
  caption(block: Block): PreparedText | undefined
  children(block: Block): PreparedBlock[]
  /** Prepares a block at the current position; undefined shows nothing. */
  block(block: Block): PreparedBlock | undefined
  /** Returns a name that is unique on the page: a repeated name gets a number. */
  makeUnique(name: string): string
  /** Whether a block is the target of a link. */
  isLinked(block: Block): boolean
}

/** Prepares a block of one type; undefined shows nothing. */
export type PrepareBlock = (block: Block, preparation: BlockContext) => PreparedBlock | undefined
