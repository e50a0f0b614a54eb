import type { EditorSettingTexts } from '../branding/editor-settings'
import type { Loss } from './losses'
import type { NearHeading } from './read/access-table'
import type { NavigationRow, SeoRow } from './read/page-tables'
import type { AuthorRow, LanguageRow, RedirectRow } from './read/site-tables'
import type { Block, Collection, CollectionView, Id, PreviewImage, QueryResult } from './record-map'

/**
 * A page in the working copy. It contains the page's own block, its content without that of child pages, and the synced blocks that it
 * shows. Titles, icons and paths of other pages come from the site index.
 */
export interface StoredPage {
  id: Id
  blocks: Record<Id, Block>
  views: Record<Id, CollectionView>
  /** By collection id, then view id. */
  queries: Record<Id, Record<Id, QueryResult>>
  users: Record<Id, string>
  /** By the stored address or the block's id. */
  files: Record<string, string>
  previews: Record<string, PreviewImage>
  emojis: Record<string, string>
}

/** A collection with the blocks of all its rows (without their content), oldest first. */
export interface StoredCollection {
  collection: Collection
  rows: Block[]
  users: Record<Id, string>
  /** The stored address of the first picture in each row's page, by the row's id. */
  images: Record<Id, string>
}

/** A block that is shown in a reduced form, and the beginning of its content. */
export interface Reduced {
  what: 'code' | 'diagram' | 'equation'
  block: Id
  text: string
}

/** What a page shows of a collection. */
export interface ShownCollection {
  collection: Id
  /** The number of its views, in all databases of the page. */
  views: number
  /** Whether one of them is a board with sub-groups. */
  hasSubgroups: boolean
}

/** Problems and notes for editors that follow from a page's own content. */
export interface Remarks {
  /** The unsupported types of its blocks, and of the views of its databases. */
  blocks: string[]
  views: string[]
  /** The number of pictures without an alternative text. */
  imagesWithoutAlt: number
  /** The addresses of the files of its HTML blocks. */
  htmlFiles: string[]
  /** The paths of the site to which it links. */
  paths: string[]
  /** The pages that it links to only by their full address in Notion. Such links stay valid if the page is not part of the site. */
  addresses: Id[]
  /** The blocks that exceed a budget, so that they are shown in a reduced form. */
  reduced: Reduced[]
  /** The names of views whose filter has an unknown part. */
  filters: string[]
  /** The names of views whose filter compares people with the current user, which is never true on the site. */
  meFilters: string[]
  /** The markers of footnotes without a note, and the notes without a marker, which are text. */
  looseMarkers: string[]
  /** Whether it shows a database without a known view. */
  lacksViews: boolean
  shown: ShownCollection[]
  /** Whether its text is longer than what the search reads. */
  isTextCut: boolean
  /** What Notion's official API does not return of it. */
  losses: Loss[]
}

/** The first database that a page shows, and what the first view of it shows. */
export interface FirstDatabase {
  block: Id
  collection: Id
  /** The type of the view; `list` if the database has no view of a known type. */
  layout: string
  /** The properties that the view shows besides the title, or by which it groups. */
  properties: Id[]
  /** The first rows in the order of the view, unless the page is a row itself; undefined if the order is unknown. */
  rows?: Id[]
  /** Whether the view sorts them. */
  isSorted?: true
}

/** What the site index needs of a page, without its content. */
export interface PageRecord {
  id: Id
  /** The page's block with empty `content`. For a row, it has the row's properties. */
  block: Block
  /** Child pages and databases at any depth, in the order of the content. */
  children: Id[]
  /** The ids of all pages in texts, mentions, aliases and links, except its own. */
  links: Id[]
  /** The blocks, of any page, that are the targets of its links. */
  anchors: Id[]
  /** The readable anchors of its own headings, by block; undefined without one. */
  headings?: Record<Id, string>
  /** The collections that belong to this page or are shown on it. */
  collections: Id[]
  /** Those of which the page shows only forms; undefined without one. */
  forms?: Id[]
  /** The ids of the page's own blocks, which may be the `parent_id` of child pages. */
  holders: Id[]
  /** The ids of the page's blocks that it does not show. Pages and databases in them are not part of the site. */
  hidden: Id[]
  /** The synced blocks in `hidden`, with the ids of the blocks that a copy on another page shows; undefined without one. */
  concealed?: Record<Id, Id[]>
  /** The synced blocks of other pages that this page shows. */
  synced: Id[]
  /** The access words in the `Access` table on this page, by page or database id. */
  accessTable: Record<Id, string>
  /** The properties that its databases show, by collection; undefined without a database. */
  shownProperties?: Record<Id, string[] | 'all'>
  /** The same of the databases in synced blocks of other pages. */
  copiedProperties?: Record<Id, string[] | 'all'>
  /** The column of each `Access` table on this page, by the id of the table; undefined without one. */
  accessColumns?: Record<Id, string>
  /** Headings of tables on this page that are near to `Access`; undefined without one. */
  nearHeadings?: NearHeading[]
  /** The unchecked values of the `Look` table on this page; undefined without one. */
  look?: EditorSettingTexts
  /** The names of rows of a `Look` table on this page that set nothing; undefined without one. */
  unknownLookTableRow?: string[]
  /** The unchecked rows of the `Navigation` table on this page; undefined without one. */
  navigation?: NavigationRow[]
  /** The unchecked layouts in a table on this page, by page; undefined without one. */
  layouts?: Record<Id, string>
  /** What a table on this page sets of pages for search engines, unchecked, by page; undefined without one. */
  seo?: Record<Id, SeoRow>
  /** The unchecked rows of the `Redirects` table on this page; undefined without one. */
  redirects?: RedirectRow[]
  /** The unchecked rows of the `Languages` table on this page; undefined without one. */
  languages?: LanguageRow[]
  /** The unchecked rows of the `Authors` table on this page; undefined without one. */
  authors?: AuthorRow[]
  /** The beginning of the body as plain text, at most 300 characters. */
  excerpt: string
  /** The first database on the page; undefined if there is none. */
  firstDatabase?: FirstDatabase
  /** The stored address of the first picture in the body. */
  firstImage?: string
  /** The number of words in the body, for the reading time. */
  words: number
  /** The language tag and base direction, guessed from the script of the title and the excerpt. */
  language: string
  direction: 'ltr' | 'rtl'
  /** Problems and notes for editors. */
  remarks?: Remarks
  /** The hash of the page's stored content, which is also the name of its file. */
  hash: string
  /** False if the content could not be read, and there is no last good copy. */
  readable: boolean
  /** False if the snapshot has only the title and the properties of the page. */
  hasStoredContent: boolean
  /** Set if even the page's own file lacks the content: it is not in the workspace, rather than not copied yet. */
  contentMissing?: true
}
