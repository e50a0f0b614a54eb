import type { BlockContent, FootnoteDefinition, ListItem, RootContent } from 'mdast'
import type { ComponentType } from 'react'
import type { PreparedText } from '@/lib/page/prepared-text'
import type { ViewContext } from '@/lib/page/view-context'
import type { PageLink } from '@/lib/site/site-index'
import type { BlockType } from '@/lib/workspace/block-traits'
import type { PageBlocks, ShownRules } from '@/lib/workspace/read/page-blocks'
import type { Block, Id, RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import type { CollectionData } from '../islands/collection/data'
import type { ContentsItem, PreparedBlock, PreparedBlockOf, PreparedType } from './prepared-block'

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
  /** Whether a component of the site folder draws the blocks of a type that is unknown here. */
  drawsType?(type: string): boolean
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

/** Props of the component of a prepared block. */
export interface BlockProps<Type extends PreparedType> {
  block: PreparedBlockOf<Type>
  /** Ids of the child blocks in react-notion-x; undefined without any. */
  content?: string[]
}

/** Returns the absolute form of an address on a page. */
export type ToAbsolute = (address: string) => string

export type Content = RootContent & (BlockContent | FootnoteDefinition)

/** What the Markdown of a block needs. */
export interface MarkdownContext {
  toAbsolute: ToAbsolute
  /** Converts the blocks in a block. */
  convertChildren(block: PreparedBlock): Content[]
}

/** The outputs of one type of prepared block. Feeds have the Markdown as HTML. */
export type BlockOutput<Type extends PreparedType> = {
  /** The component of the block, or the name of a type that react-notion-x renders itself. */
  Html: ComponentType<BlockProps<Type>> | 'column' | 'column_list' | 'divider' | 'transclusion_container'
} & (
  | { toMarkdown(block: PreparedBlockOf<Type>, context: MarkdownContext): Content[] }
  /** Adjacent blocks of the type become one list. */
  | { toItem(block: PreparedBlockOf<Type>, context: MarkdownContext): ListItem }
)

export type BlockOutputs = { [Type in PreparedType]: BlockOutput<Type> }

/**
 * A family of block types, which one module describes: how each stored type becomes a prepared block, and the outputs of each prepared
 * type. What other processes read of a type, such as its plain text, is in `lib/workspace/block-traits.ts`.
 */
export interface BlockFamily {
  prepare: { [Type in BlockType]?: PrepareBlock }
  outputs: Partial<BlockOutputs>
}
