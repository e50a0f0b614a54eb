import type { PageRemark } from '../site/prepare/lint'
import type { PageLink } from '../site/site-index'
import type { PageBudgets } from '../workspace/budget'
import type { ContentsItem, WireBlock } from './wire/blocks'
import type { PictureWidth } from './wire/picture'

/** A page's body as its viewer's browser gets it, and the headings in it. */
export interface PreparedBody {
  blocks: WireBlock[]
  contents: ContentsItem[]
}

/** Pixels of a picture; `natural` is its width once more where the site serves smaller copies of it. */
export interface PictureSize {
  width: number
  height: number
  natural?: number
}

/** What preparing needs to know of the world around a page. Everything it returns is already pruned to the viewer. */
export interface ViewContext {
  /** Undefined: the page does not exist for this viewer. */
  pageLink(id: string): PageLink | undefined
  userName(id: string): string | undefined
  /** Address under which the browser loads a file or image of a block, small where a width is said; undefined when it must not be loaded. */
  fileAddress(source: string, blockId: string, width?: PictureWidth): string | undefined
  /** Pixels of an image that the snapshot holds; undefined where they are not known. */
  fileSize(source: string): PictureSize | undefined
  /** When frames of other sites are loaded: near the view, on a click, or never. */
  embeds: 'load' | 'click' | 'off'
  /** For dates without a zone. IANA name. */
  timeZone: string
  /** BCP 47. */
  locale: string
  /** What the page may still cost; each database, equation and code block has budgets of its own where it is left out. */
  budgets?: PageBudgets
  /** Called with what is left out of a page, and why, for the log. */
  note?(message: string): void
  /** Called with what editors should know of what is left out. */
  remark?(remark: PageRemark): void
  /** Code and formulas stay as they were written: for forms of a page that set them in their own way. */
  sources?: boolean
}
