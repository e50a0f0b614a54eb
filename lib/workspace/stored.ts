import type { LookWords } from './read/look-table'
import type { Block, Collection, CollectionView, Id, PreviewImage, QueryAnswer } from './record-map'

/**
 * One page as the working copy keeps it: its own blocks (the page's block itself, its content down to but without the content of
 * child pages, and the containers of synced blocks it shows) and nothing that belongs to another page. Titles, icons and paths of other pages come from the site index.
 */
export interface StoredPage {
  id: Id
  blocks: Record<Id, Block>
  views: Record<Id, CollectionView>
  /** By collection id, then view id. */
  queries: Record<Id, Record<Id, QueryAnswer>>
  users: Record<Id, string>
  /** By the address that a block names, or by the block's id. */
  files: Record<string, string>
  previews: Record<string, PreviewImage>
  emojis: Record<string, string>
}

/** A collection with the blocks of all its rows (without their content), in a stable order: oldest first. */
export interface StoredCollection {
  collection: Collection
  rows: Block[]
  users: Record<Id, string>
  /** The first picture in the content of a row's page, by the row's id, as its block names it. */
  images: Record<Id, string>
}

/** A block that is shown in a reduced form, and how what it holds begins. */
export interface Reduced {
  what: 'code' | 'equation'
  block: Id
  words: string
}

/** What a page shows of a collection. */
export interface ShownCollection {
  collection: Id
  /** The number of its views, in all databases of the page. */
  views: number
  /** Whether one of them is a board with sub-groups. */
  hasSubgroups: boolean
}

/** What an editor may want to mend on one page, as far as the page alone tells. */
export interface Remarks {
  /** Types of its blocks that are not drawn, and of the views of databases on it. */
  blocks: string[]
  views: string[]
  /** Pictures without a text that stands for them. */
  imagesWithoutAlt: number
  /** Where its links lead that name no page by its id: paths of the site. */
  paths: string[]
  /** Pages that it names by their full address in the workspace alone, which leads there when they are not of the site. */
  addresses: Id[]
  /** Blocks that are shown in a reduced form, because they would cost too much. */
  reduced: Reduced[]
  /** Names of views with a part of their filter that means nothing to us. */
  filters: string[]
  /** Whether it shows a database of which no view is known. */
  lacksViews: boolean
  shown: ShownCollection[]
  /** Whether its text is longer than what the search reads. */
  isTextCut: boolean
}

/** What the site index needs to know of a page, without its content. */
export interface PageRecord {
  id: Id
  /** The page's block with empty `content`; its properties are a row's properties. */
  block: Block
  /** Child pages and databases in the order of the content, whatever block holds them. */
  children: Id[]
  /** Every page id that the page's text, mentions, aliases and links name, own id excluded. */
  links: Id[]
  /** Blocks, of whatever page, to which its links lead by their anchors. */
  anchors: Id[]
  /** The collections that live on this page or are shown by it. */
  collections: Id[]
  /** Ids of the page's own blocks, without those of other pages that it shows: what a child's `parent_id` may name. */
  holders: Id[]
  /** Containers of synced blocks of other pages that this page shows. */
  synced: Id[]
  /** Access words by page or database id, from a simple table headed `Access` on this page. */
  accessTable: Record<Id, string>
  /** What a simple table headed `Look` on this page says of the site's look, as it is written; left out without one. */
  look?: LookWords
  /** The first words of the body as plain text, at most 300 characters. */
  excerpt: string
  /** The first picture of the body, as its block names it. */
  firstImage?: string
  /** Number of words of the body, for the reading time. */
  words: number
  /** Language tag, guessed by the script of the title and excerpt, and their base direction. */
  language: string
  direction: 'ltr' | 'rtl'
  /** For editors: what could be mended on the page. */
  remarks?: Remarks
  /** Hash of the page's stored content, also the name of its file. */
  hash: string
  /** False for a page that is known but whose content could not be read and has no last good copy. */
  readable: boolean
  /** False for a page whose content is not in the snapshot. */
  held: boolean
  /** The page has a file of its own that lacks its content, so the workspace has none to copy. */
  contentMissing?: true
}
