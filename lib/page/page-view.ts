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
  fullWidth: boolean
  smallText: boolean
  language: string
  /** The language of the interface's texts within the page. */
  locale: string
  direction: 'ltr' | 'rtl'
  ancestors: PageLink[]
  children: PageLink[]
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
  /** Whether the page has no blocks. */
  isEmpty: boolean
  /** The picture at the top of the page, which loads first. */
  firstPicture?: PictureSources & { sizes?: string }
  /** The fonts to preload, besides the upright ones. */
  fonts: PageFont[]
  /** The sources of its embeds, for the Content Security Policy. */
  frameSources: string[]
  /** Whether the snapshot has the page's content, and not only its title and properties. */
  hasStoredContent: boolean
  /** Set if the workspace has no content of the page, either. */
  contentMissing?: true
}

/** A view. `isReduced`: the page took too long, so that this is its reduced form. */
export interface OpenedView extends PageView {
  isReduced: boolean
}
