import type { Branding } from '../branding/branding'
import type { Id } from '../workspace/record-map'

/** Why a page is not published, for editors only. */
export type Reason =
  | { why: 'access-empty' | 'no-organization' | 'public-unticked' | 'date-unreadable' | 'no-sign-in' | 'password' }
  | { why: 'access-unknown'; word: string }
  | { why: 'status'; status: string }
  | { why: 'scheduled'; until: number }
  | { why: 'wrong-type'; property: string; type: string }

/** Who may read a page. */
export type Access =
  | { kind: 'public' }
  | { kind: 'members'; organizations: Audience }
  /** `audience` is who may read it once it is published; left out, everybody. */
  | { kind: 'unpublished'; reason: Reason; audience?: Audience }

/** Members of one of these organizations, or whoever is signed in. */
export type Audience = string[] | 'any'

/** Who is asking; a plain value. */
export interface Viewer {
  signedIn: boolean
  /** Ids and slugs, in small letters, of the organizations that the viewer reads as a member of. */
  organizations: string[]
  /** Editors also read what is not published yet. */
  role?: 'editor'
}

/** A link to a page of the site that the viewer may read. `path` starts with a slash. */
export interface PageLink {
  path: string
  title: string
  icon?: string
}

/** A page that may have been meant by a path that no page has. */
export interface SuggestedLink extends PageLink {
  /** Title of the page above, where another suggestion has the same title. */
  parent?: string
}

/** One page of the site. Times are milliseconds since 1970. */
export interface SitePage {
  id: Id
  /** Address on the site without the leading slash, decoded; empty for the root. */
  path: string
  /** The path that it asked for, where another page or a route has it. */
  wish?: string
  title: string
  icon?: string
  cover?: string
  /** What its `Description` says, or that of the database that it is. */
  summary?: string
  /** The summary, else the first words. */
  description: string
  /** Nearest ancestor that is a page of the site; null for the root. */
  parent: Id | null
  children: Id[]
  backlinks: Id[]
  /** Blocks of the page to which links of the site lead, each with the pages that hold such links; left out without any. */
  anchors?: Record<Id, Id[]>
  /** The collections that the page holds or shows. */
  collections: Id[]
  /** Hashes of the files that the page shows. */
  files: string[]
  created: number
  edited: number
  published?: number
  tags: string[]
  language: string
  direction: 'ltr' | 'rtl'
  words: number
  access: Access
  /** Name of the page's stored content. */
  hash: string
  /** Changes whenever anything that the page shows changes. */
  version: string
  readable: boolean
  held: boolean
  /** See `PageRecord`. */
  contentMissing?: true
  /** The collection whose row the page is. */
  collection?: Id
}

/** The whole index, as saved. */
export interface SiteIndex {
  format: number
  /** Version of the snapshot it was made from. */
  snapshot: string
  syncedAt: number
  /** Null when the home page is generated. */
  root: Id | null
  name: string
  description: string
  icon?: string
  /** The branding that an editor chose, in the table headed `Look` on the root page. */
  look: Branding
  navigation: Id[]
  /** Version of the generated home page. */
  homeVersion: string
  /** Version of the lists of public pages by tag and date. */
  listsVersion: string
  pages: SitePage[]
  /** The collections that belong to the site: name of the content file, who may know of them, and hashes of their icon and cover. */
  collections: Record<Id, { hash: string; access: Access; files: string[] }>
  /** Containers of synced blocks that other pages show: the page that holds the container. */
  synced: Record<Id, Id>
  /** Former paths, to the id of the page that had them. */
  formerPaths: Record<string, Id>
  /** Former paths of public pages that are deleted, to the id of the page that had them. */
  gone: Record<string, Id>
  /** Pages of which only a file that cannot be read is known. */
  unreadable: Id[]
  /** A first sync has not seen all of the workspace yet, so that nothing can be said of pages that are not listed. */
  isFilling: boolean
  /** Meanwhile: pages that it found to be deleted or no longer shared. */
  removed: Id[]
  /** Earliest moment at which the index changes by itself. */
  due: number | null
}
