import type { PageLink } from '../../site/site-index'
import type { PageBlocks, ShownRules } from '../../workspace/read/page-blocks'
import type { Block, Id, RichText } from '../../workspace/record-map'
import type { StoredPage } from '../../workspace/stored'
import { omitUndefined } from '../read-values'
import type { ViewContext } from '../view-context'
import type { ContentsItem, WireBlock, WireMore, WireType } from '../wire/blocks'
import type { CollectionData } from '../wire/collection'
import type { PlacedText, WireText } from '../wire/text'

/** What a body needs from those who know the whole site. */
export interface BodyHooks extends ShownRules {
  /** What the browser gets of the database that a block shows; undefined leaves it out. */
  collection(block: Block): CollectionData | undefined
  /** Whether the data of the database that a block shows is not there, whoever the viewer is. */
  isMissing?(block: Block): boolean
  /** The page's ancestors from the root, and the page itself last; for breadcrumb blocks. */
  trail?: PageLink[]
  /** Blocks of the page to which links lead. */
  anchors?: readonly Id[]
  /** The language of the page; English without it. */
  language?: string
  /** Whoever looks is told in the place of a block why it is not shown. */
  development?: boolean
}

/** One run over a page: what its blocks are prepared with. */
export interface BlockContext {
  page: StoredPage
  context: ViewContext
  hooks: BodyHooks
  /** The page's blocks as they are shown, and where the present one lies. */
  shown: PageBlocks
  /** Of the words around the present block; and of words in Latin letters, empty where nothing tells. */
  language: string
  latin: string
  /** The page's contents: the headings met so far. */
  contents: ContentsItem[]
  /** Where a heading of a rank lies in the outline; to be asked once for each, in reading order. */
  depth(rank: number): number
  text(rich: RichText | undefined): WireText
  children(block: Block): WireBlock[]
  /** A block inside those around it; undefined shows nothing. */
  block(block: Block): WireBlock | undefined
  /** A name of something on the page, with a number where something else has it. */
  called(name: string): string
  /** Whether links lead to a block. */
  isLinked(block: Block): boolean
}

/** Prepares the blocks of one type; undefined shows nothing. */
export type PrepareBlock = (block: Block, preparation: BlockContext) => WireBlock | undefined

/** Makes a prepared block without what is empty. */
export function createWireBlock<Type extends WireType>(
  type: Type,
  text: PlacedText | undefined,
  children: WireBlock[] | undefined,
  more: WireMore[Type],
): WireBlock {
  const members: unknown[] = [type, text || 0, children?.length ? children : 0, omitUndefined(more)]
  if (Object.keys(omitUndefined(more)).length === 0) members.pop()
  while (members.at(-1) === 0) members.pop()
  // The parameters hold what the type promises; only the trimming is beyond what TypeScript can follow.
  return members as unknown as WireBlock
}
