import type { ContentsItem, PreparedBlock } from '../../blocks/prepared-block'
import type { PageRemark } from '../site/prepare/lint'
import type { PageLink } from '../site/site-index'
import type { PageBudgets } from '../workspace/budget'
import type { PictureWidth } from './picture-sources'

/** A page's body as the browser gets it, and the headings in it. */
export interface PreparedBody {
  blocks: PreparedBlock[]
  contents: ContentsItem[]
}

/** The size of a picture in pixels. `natural` repeats the width if the site serves smaller copies of the picture. */
export interface PictureSize {
  width: number
  height: number
  natural?: number
}

/** What the preparation of a page needs from the rest of the site. All its functions return only what the viewer may read. */
export interface ViewContext {
  /** Returns undefined if the page does not exist for this viewer. */
  pageLink(id: string): PageLink | undefined
  /** Returns the readable anchor of a heading on a page, if it has one and the viewer may read the page. */
  headingAnchor?(page: string, heading: string): string | undefined
  /** Whether lists name a page to this viewer. */
  isListed(id: string): boolean
  /** Returns the description of a page that lists name to this viewer, or the beginning of its body. */
  description?(id: string): string | undefined
  userName(id: string): string | undefined
  /** The address of a block's file or image, with `width` of a smaller copy; undefined if the browser must not load it. */
  fileAddress(source: string, blockId: string, width?: PictureWidth): string | undefined
  /** The address that an iframe shows an HTML file at; undefined if it is missing or too large, or if the host cannot protect visitors. */
  htmlAddress?(source: string): string | undefined
  /** The size of an image in the snapshot; undefined if it is not known. */
  fileSize(source: string): PictureSize | undefined
  /** The media type of a file in the snapshot; undefined if the file is not there. */
  fileType(source: string): string | undefined
  /** When embeds are loaded: near the viewport, after a click, or never. */
  embeds: 'load' | 'click' | 'off'
  /** The IANA time zone of dates without a zone. */
  timeZone: string
  /** A BCP 47 language tag. */
  locale: string
  /** The budgets of the whole page. Without them, each database, equation and code block has its own. */
  budgets?: PageBudgets
  /** Receives what is left out of the page, and why, for the log. */
  note?(message: string): void
  /** Receives remarks for editors about what is left out. */
  remark?(remark: PageRemark): void
  /** Keeps the source of code and equations, for Markdown copies and feeds. */
  sources?: boolean
}
