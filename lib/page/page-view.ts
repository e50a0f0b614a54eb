import type { ContentsItem } from '../../blocks/prepared-block'
import type { PreparedProperty } from '../../islands/collection/data'
import type { PageLink } from '../site/site-index'
import type { PageFont } from './page-resources'
import type { PictureSources } from './picture-sources'
import type { PreparedText } from './prepared-text'
import type { DateLabel } from './text/date-label'

export interface TermLabel {
  name: string
  path?: string
}

/** The markup of the parts that components of the site folder draw. The others are built-in. */
export interface DrawnSlots {
  header?: string
  footer?: string
  cover?: string
  pageHeader?: string
  contents?: string
  /** The home page, or a list, between header and footer. */
  home?: string
  list?: string
}

/** Everything of a page that one viewer sees. Icons are emoji or addresses. */
export interface PageView {
  /** Identifies the content: it differs for each version of the page, and for its reduced form. */
  id: string
  title: PreparedText
  plainTitle: string
  icon?: string
  /** `position` is 0 at the top of the picture and 1 at its bottom. */
  cover?: { address: string; natural?: number; position: number }
  /** The description that an editor wrote. */
  summary?: string
  /** The summary, else the beginning of the body. */
  description: string
  /** The address of the picture for social networks that an editor chose. */
  socialImage?: string
  fullWidth: boolean
  /** Without what is around the text, or also without the header of the site. */
  layout?: 'plain' | 'landing'
  smallText: boolean
  language: string
  /** The language of the interface's texts within the page. */
  locale: string
  direction: 'ltr' | 'rtl'
  ancestors: PageLink[]
  /** `card` is the markup of its card, if a component of the site folder draws it. */
  children: (PageLink & { card?: string })[]
  contents: ContentsItem[]
  properties: PreparedProperty[]
  published?: DateLabel
  edited?: DateLabel
  /** The same date in the language of the footer. */
  editedInFooter?: string
  readingMinutes: number
  /** Categories and tags. One with a list of pages has its path. */
  tags: TermLabel[]
  authors: TermLabel[]
  /** The content of the page as HTML. */
  html: string
  /** Links to other pages below the content, as HTML. */
  end?: string
  slots?: DrawnSlots
  /** Whether the page has no blocks. */
  isEmpty: boolean
  /** The picture at the top of the page, which loads first. */
  firstPicture?: PictureSources & { sizes?: string }
  /** The fonts to preload, besides the upright ones. */
  fonts: PageFont[]
  /** The paths of the style sheets of annotations that it contains. */
  styles: string[]
  /** The sources of its embeds, for the Content Security Policy. */
  frameSources: string[]
  /** Whether the snapshot has the page's content, and not only its title and properties. */
  hasStoredContent: boolean
  /** Set if the workspace has no content of the page, either. */
  contentMissing?: true
}

/** A view. `isReduced`: the page or a component took too long, so that this is not its whole form and must not be cached. */
export interface OpenedView extends PageView {
  isReduced: boolean
}
