import type { ComponentType, ReactNode } from 'react'

// The props of the components of a site folder: version 1. What is here follows semantic versioning, see docs/components.md.

/** A link. Paths are encoded and complete. */
export interface LinkData {
  path: string
  title: string
}

/** The site, in the language of the current page. */
export interface SiteData {
  title: string
  /** Path of the home page. */
  path: string
  /** An emoji, or the address of a picture. */
  icon?: string
  /** The site's main pages, or the links and menus that were chosen. The path of a menu is empty. */
  navigation: (LinkData & { links?: LinkData[] })[]
  /** The lists of pages by date, tag, category and author, if they have any pages. */
  lists: LinkData[]
  /** BCP 47 tag of the interface's texts. */
  locale: string
  /** The languages of the site, if it has several. */
  languages: { tag: string; name: string; path: string; isCurrent: boolean }[]
}

interface SlotProps {
  /** The built-in part, without props. */
  Default: ComponentType
}

interface PlaceProps extends SlotProps {
  site: SiteData
  /** The current page; undefined on the home page. */
  current?: LinkData
  /** Its ancestors, from the home page down. */
  ancestors: LinkData[]
}

/** The bar at the top of every page. */
export interface HeaderProps extends PlaceProps {
  /** Path of the main page that the current one is below. */
  section?: string
}

/** The end of every page. */
export interface FooterProps extends PlaceProps {
  /** The date of the last edit, in the language of the site. */
  edited?: string
  /** The columns of links that were chosen. */
  columns: { title?: string; links: LinkData[] }[]
  /** Accounts elsewhere. `icon` names the service. */
  social: (LinkData & { icon: string })[]
  copyright?: string
  /** With what the site is made, unless that is switched off. */
  madeWith?: string
}

/** A picture with its smaller copies. */
export interface PictureData {
  src: string
  srcSet?: string
}

/** The cover of a page. */
export interface CoverProps extends SlotProps {
  picture: PictureData
  /** 0 at the top of the picture, and 1 at its bottom. */
  position: number
  /** The title of the page. */
  title: string
}

/** A date: `iso` is for the `datetime` attribute. */
export interface DateData {
  iso: string
  text: string
}

/** A category, tag or author, with the path of the list of its pages if there is one. */
export interface TermData {
  name: string
  path?: string
}

/** The title of a page with what is known about it, above the content, in the language of the page. */
export interface PageHeaderProps extends SlotProps {
  site: SiteData
  path: string
  title: string
  /** The title with its formats. */
  text: ReactNode
  /** An emoji, or the address of a picture. */
  icon?: string
  /** The description that an editor wrote. */
  description?: string
  /** The pages above it, from the home page down. */
  ancestors: LinkData[]
  /** When it was published, and when it was last edited. The second is set where the site shows it above the text. */
  date?: DateData
  updated?: DateData
  authors: TermData[]
  /** Categories and tags. */
  tags: TermData[]
  readingTime?: string
  /** The cover, which is also drawn above the page. */
  cover?: { picture: PictureData; position: number }
  /** The menu that copies the address and the Markdown copy of the page, with links for editors. */
  actions: ReactNode
  /** The properties of a row of a database. */
  properties: ReactNode
}

/** The table of contents of a page. */
export interface ContentsProps extends SlotProps {
  /** Its title, in the language of the page. */
  title: string
  /** The headings. `level` is the indentation, from 0. */
  items: { id: string; text: string; level: number }[]
}

/** A link to a page below the content. */
export interface EndLinkData extends LinkData {
  /** Set if it differs from that of the page. */
  language?: string
  picture?: PictureData
}

/** What is below the content of a page, in the language of the page. */
export interface PageEndProps extends SlotProps {
  /** Addresses that share a post. */
  sharing?: { title: string; links: LinkData[] }
  copyright?: string
  previous?: EndLinkData
  next?: EndLinkData
  /** Related pages, and pages that link to this one. */
  lists: { title: string; links: EndLinkData[] }[]
}

/** A page in a list. */
export interface CardData extends LinkData {
  /** `row`: a row of a database, in a gallery or list view. */
  kind: 'post' | 'page' | 'row'
  language?: string
  description?: string
  /** An emoji, or the address of a picture. */
  icon?: string
  date?: DateData
  readingTime?: string
  /** The text of the mark of a pinned post. */
  pinned?: string
  /** Categories and tags. */
  terms: TermData[]
  picture?: PictureData
  /** The properties of a row that the view shows, without empty ones. `text` has no formats and links, and `content` has. */
  properties?: { name: string; text: string; content: ReactNode }[]
}

/** A page in a list, or a row of a database. The list has an `li` element for each card. */
export interface CardProps extends CardData, SlotProps {
  /** The level of its heading. */
  level: 2 | 3
  /** The place in the list, from 0. */
  place: number
}

/** The home page, between header and footer. */
export interface HomeProps extends SlotProps {
  site: SiteData
  title: string
  description?: string
  icon?: string
  cover?: { picture: PictureData; position: number }
  /** The pages below it. */
  pages: CardData[]
  /** The posts of the list on the home page, or else the newest posts or pages with a date; at most twelve. */
  posts: CardData[]
  /** The content that its page has in the workspace. */
  content: ReactNode
}

/** A list of pages or terms, between header and footer. */
export interface ListProps extends SlotProps {
  site: SiteData
  kind: 'terms' | 'term' | 'archive' | 'posts'
  title: string
  description?: string
  /** The pages; of the archive in groups by year, of other lists in one group. */
  groups: { title?: string; pages: CardData[] }[]
  /** Tags, categories or authors, with the number of pages of each. */
  terms: (LinkData & { count: number })[]
  /** Addresses of the next parts of the list. */
  newer?: string
  older?: string
}

/** The page for an unknown address, between header and footer. */
export interface NotFoundProps extends SlotProps {
  site: Pick<SiteData, 'title' | 'path' | 'locale'>
  status: 404
  title: string
  hint: string
}

/** A block of a page. */
export interface BlockProps {
  /**
   * `type` is the name of the file, and `id` its anchor, if it is the target of a link. The other values depend on the type, see
   * docs/components.md.
   */
  block: { type: string; id?: string; color?: string; [value: string]: unknown }
  /** The text with its formats and links. */
  text: ReactNode
  caption: ReactNode
  /** The blocks in the block. */
  children: ReactNode
  /** The built-in form of the block, without props. */
  Default: ComponentType
}

/** The props of each slot, by its name. */
export interface SlotPropsByName {
  Header: HeaderProps
  Footer: FooterProps
  PageHeader: PageHeaderProps
  PageEnd: PageEndProps
  Card: CardProps
  Home: HomeProps
  List: ListProps
  Cover: CoverProps
  Contents: ContentsProps
  NotFound: NotFoundProps
}
export type SlotName = keyof SlotPropsByName
