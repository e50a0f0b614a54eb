import type { EditorSettings } from '../branding/editor-settings'
import type { PageComment } from '../workspace/comments'
import type { PageLayout } from '../workspace/page-layout'
import type { PageSeo } from '../workspace/page-seo'
import type { Id } from '../workspace/record-map'

/** Why a page is not published. Only editors see it. */
export type Reason =
  | { why: 'access-empty' | 'no-organization' | 'public-unticked' | 'date-unreadable' | 'no-sign-in' | 'form' }
  /** `password-unusable`: visitors are asked for passwords, but this one cannot be typed. */
  | { why: 'password' | 'password-unusable' }
  | { why: 'access-unknown'; word: string }
  /** A row of a blog database whose type is neither a post nor a page. */
  | { why: 'no-page'; type: string }
  | { why: 'status'; status: string }
  | { why: 'scheduled'; until: number }
  | { why: 'wrong-type'; property: string; type: string }

/** Who may read a page. */
export type Access =
  | ({ kind: 'public' } & Listing)
  | ({ kind: 'members'; organizations: Audience } & Listing)
  /** Readable after a password for each of `locks`, see `createLock`. `audience`: who may read then; undefined: everyone. */
  | ({ kind: 'locked'; locks: string[]; audience?: Audience } & Listing)
  /**
   * `audience` is who may read the page once it is published; undefined: everyone. `locks` are its passwords then. `drafts` are the page and
   * the unpublished pages above it, if everyone may read the page once they are published: a preview of one of them may show the page.
   * `drafts[0]` is the nearest of them.
   */
  | { kind: 'unpublished'; reason: Reason; audience?: Audience; locks?: string[]; drafts?: Id[] }

/** `unlisted`: the page has an address, but is in no list, because of its own setting or that of a page above. */
interface Listing {
  unlisted?: 'self' | 'above'
}

/** Members of one of these organizations, or any signed-in user. */
export type Audience = string[] | 'any'

/** The user who sends a request, and their access rights. A plain value. */
export interface Viewer {
  signedIn: boolean
  /** The ids and slugs, in lower case, of the organizations whose pages the viewer may read. */
  organizations: string[]
  /** Editors may also read pages that are not published yet. */
  role?: 'editor'
  /** The locks whose passwords the viewer has given, sorted. */
  unlocked?: string[]
  /** The draft that a preview link shows. */
  preview?: Preview
}

/** What a preview link shows to its holder. */
export interface Preview {
  page: Id
  /** Whether it also shows the pages below. */
  hasSubpages: boolean
  /** Precedes the paths of pages and files, see `lib/auth/previews.ts`. */
  token: string
}

/** A link to a page of the site that the viewer may read. `path` starts with a slash, unless the page leads to another site. */
export interface PageLink {
  path: string
  title: string
  icon?: string
}

/** Where an editor's link leads: to a page, to a decoded path of the site, or to an address that the site has or does not have. */
export type LinkTarget = { id: Id } | { path: string } | { address: string }

/** The status of a redirect; 308 where it is undefined. */
export type RedirectStatus = 301 | 302 | 307 | 308

/** Where a row of the `Redirects` table leads. `suffix` is the query and the anchor on a page. With 410, the address is gone. */
export type RedirectTarget = (LinkTarget & { suffix?: string; status?: RedirectStatus }) | { status: 410 }

/** The rows of the `Redirects` table that are used. Paths are decoded, in Unicode form NFC, without slashes at both ends. */
export interface RedirectTable {
  /** By path. Paths in lower case and without `.html` are added for rows that have them otherwise. */
  exact: Record<string, RedirectTarget>
  /** Rows from an address with a query, by path, those with the most parameters first. */
  queries: Record<string, { parameters: [name: string, value: string][]; target: RedirectTarget }[]>
  /** Rows from all paths below a path, and from this path itself, the longest first. */
  wildcards: WildcardRedirect[]
}

/** A row such as `/2019/*`. With `continues`, what follows the path in an address is added to the target. */
export interface WildcardRedirect {
  below: string
  target: RedirectTarget
  continues?: true
}

/** A link of the menu. */
export type MenuLink = { title: string; locale?: string } & LinkTarget

/** A link of a `Navigation` table. Without a title, it has that of its page. */
export type TableLink = { title: string } & LinkTarget

/** A menu of the header, or a column of the footer. A link that stands alone is a group without a title. */
export interface LinkGroup {
  title?: string
  links: TableLink[]
}

/** The links that the `Navigation` table on the home page of a language, or of the site, puts around all pages. */
export interface SiteLinks {
  locale?: string
  header: LinkGroup[]
  footer: LinkGroup[]
}

/** A text above the pages of a language, or of the site. The title or the text may be empty. */
export interface Announcement {
  title: string
  text: string
  /** The language of the text. */
  language: string
  locale?: string
}

/** What the list of an author shows besides the pages. */
export interface AuthorFacts {
  /** Address of an image: https, or a path of the site. */
  picture?: string
  about?: string
}

/** A page that a missing path may have meant. */
export interface SuggestedLink extends PageLink {
  /** The title of the parent page, if another suggestion has the same title. */
  parent?: string
}

/** A language of a site with several, and its home page. */
export interface SiteLanguage {
  /** A BCP 47 tag, which is also the path of the home page, unless this is the first language. */
  tag: string
  root: Id
  /** The list of posts on the home page of the language. */
  postList?: PostList
}

/** One page of the site. Times are milliseconds since 1970. */
export interface SitePage {
  id: Id
  /** The decoded path without a leading slash; empty for the root. */
  path: string
  /** The path of the page's slug or title, if another page or a route has that path. */
  preferredPath?: string
  /** The address of another site that is the slug of its row. The page leads there, so links to it have this address. */
  address?: string
  /** Whether the slug of its row is an address that the site does not use. */
  hasUnusableSlug?: true
  /** Plain text, with the texts of mentions. */
  title: string
  /** The pages whose titles its title may contain. */
  titleMentions?: Id[]
  icon?: string
  cover?: string
  /** Its description property, or the description of its database. */
  summary?: string
  /** The summary, else the beginning of the body. */
  description: string
  /** The nearest ancestor that is a page of the site; null for the root. */
  parent: Id | null
  children: Id[]
  backlinks: Id[]
  /** The blocks of the page that are targets of links, each with the linking pages; undefined if there are none. */
  anchors?: Record<Id, Id[]>
  /** The readable anchors of those that are headings. */
  headings?: Record<Id, string>
  /** The collections that the page contains or shows. */
  collections: Id[]
  /** The hashes of the files that the page shows. */
  files: string[]
  /** The hashes of the files in properties of the row that only other pages show, by property. */
  propertyFiles?: Record<string, string[]>
  created: number
  edited: number
  published?: number
  tags: string[]
  /** A row of a database of posts that is a post, and not a page of the site. */
  isPost?: true
  /** A post that lists name before all others. */
  isPinned?: true
  /** The name of the series to which a post belongs. */
  series?: string
  /** Its place in the series. Posts without one follow, by date. */
  part?: number
  /** The stored address of a post's cover, else of the first picture in its body. */
  picture?: string
  /** The categories and authors of a post; undefined if there are none. */
  categories?: string[]
  authors?: string[]
  /** The language of its text. */
  language: string
  direction: 'ltr' | 'rtl'
  words: number
  access: Access
  /** What the page itself sets of it, see `SiteAccess`; undefined if it sets nothing. */
  ownAccess?: Access
  /** The name of the page's content file. */
  hash: string
  /** Changes whenever anything that the page shows changes. */
  version: string
  /** False if the content could not be read, and there is no last good copy. */
  readable: boolean
  /** False if the snapshot has only the title and the properties of the page. */
  hasStoredContent: boolean
  /** See `PageRecord`. */
  contentMissing?: true
  /** The collection whose row the page is. */
  collection?: Id
  /** The pages that its `Translation` relation names. */
  translations?: Id[]
  /** The tag of the language whose root page it lies below, on a site with several languages. */
  locale?: string
  /** The layout that its row or a table on the home page chooses. */
  layout?: PageLayout
  /** Set if the page has no comments, or takes no new ones. */
  comments?: 'off' | 'closed'
  /** What its row or a table on the home page sets for search engines; undefined if nothing is set. */
  seo?: PageSeo
}

/** The database that its page shows as a list of posts. */
export interface PostList {
  page: Id
  /** The block that shows the database. */
  block: Id
  collection: Id
  /** The first posts in the order in which an editor arranged them; undefined if they are sorted by date. */
  order?: Id[]
}

/** A collection of the site. */
export interface SiteCollection {
  /** The name of the content file. */
  hash: string
  access: Access
  /** As for pages. */
  ownAccess?: Access
  /** The hashes of icon and cover. */
  files: string[]
  hasPosts?: true
  /** The properties in which rows have `propertyFiles`, with the access of the pages that show them. */
  shownBy?: Record<string, Access[]>
}

/** What a row of a `Glossary` database defines: its term and other names of it, for pages in the same language of the site. */
export interface GlossaryEntry {
  page: Id
  collection: Id
  names: string[]
  definition: string
  locale?: string
}

/** The whole index, as saved. */
export interface SiteIndex {
  format: number
  /** The version of its snapshot. */
  snapshot: string
  syncedAt: number
  /** Null if the home page is generated. */
  root: Id | null
  name: string
  description: string
  icon?: string
  /** The values of the `Look` table on the root page. */
  look: EditorSettings
  navigation: Id[]
  /** The languages, the first at `/`; empty if there is only one. */
  languages: SiteLanguage[]
  /** Whether the site has a public blog database, whose former addresses redirect. */
  hasBlogDatabase: boolean
  /** The list of posts on the home page, if its first database is one of posts. With several languages, that of the first. */
  postList: PostList | null
  /** The menu of a blog database, which replaces the navigation. Empty if there is none. */
  menu: MenuLink[]
  /** The links of the `Navigation` tables, which replace the menu. */
  links: SiteLinks[]
  /** The announcement of a blog database, one for each language at most. */
  announcements: Announcement[]
  /** The `Redirects` table on the root page. */
  redirects: RedirectTable
  /** The pages at paths that nextjs-notion-starter-kit has for them, where these differ from those here. */
  starterKitPaths: Record<string, Id>
  /** The rows of the `Authors` table on the root page, by the segment of the author's list. */
  authors: Record<string, AuthorFacts>
  /** The terms of its `Glossary` databases; undefined if it has none. */
  glossary?: GlossaryEntry[]
  /** The version of the generated home page. */
  homeVersion: string
  /** The version of the lists of public pages by tag and date. */
  listsVersion: string
  /**
   * The components of the site folder that are left out because they took too long. Not saved: the versions of an index that is served
   * contain it.
   */
  slowComponents?: readonly string[]
  pages: SitePage[]
  collections: Record<Id, SiteCollection>
  /** The comments of readers, by page, from the oldest to the newest. */
  comments: Record<Id, PageComment[]>
  /** The page of each synced block that is shown on other pages. */
  synced: Record<Id, Id>
  /** The page ids of former paths. */
  formerPaths: Record<string, Id>
  /** The page ids of former paths of deleted public pages. */
  gone: Record<string, Id>
  /** Pages of which no file can be read, so the site does not contain them. */
  unreadable: Id[]
  /** Whether the first sync is still filling the workspace folder, so that unknown pages may exist. */
  isFilling: boolean
  /** Pages that the sync found to be deleted or no longer shared, while the first sync is incomplete. */
  removed: Id[]
  /** The earliest time at which the index changes without an edit. */
  due: number | null
}
