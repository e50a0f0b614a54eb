import type { PageLink } from '../../site/site-index'
import type { PageFont } from '../page-fonts'
import type { DateLabel } from '../text/date-label'
import type { DetachedTexts } from '../text/detach-texts'
import type { ContentsItem, WireBlock } from './blocks'
import type { PreparedProperty } from './collection'
import type { WireText } from './text'

export interface TagLabel {
  name: string
  path?: string
}

/** Everything that one viewer's browser gets of one page. Icons are emoji or addresses. */
export interface PageView {
  title: WireText
  plainTitle: string
  icon?: string
  /** `position` is 0 at the top of the picture and 1 at its bottom. */
  cover?: { address: string; natural?: number; position: number }
  /** What the workspace says of the page in so many words; not the body's beginning. */
  summary?: string
  /** The summary, else the first words. */
  description: string
  fullWidth: boolean
  smallText: boolean
  language: string
  direction: 'ltr' | 'rtl'
  ancestors: PageLink[]
  children: PageLink[]
  contents: ContentsItem[]
  properties: PreparedProperty[]
  published?: DateLabel
  edited?: DateLabel
  readingMinutes: number
  /** Those that have a page of their own with its path. */
  tags: TagLabel[]
  body: WireBlock[]
  /** The faces of type that its lines need at once, besides the upright ones. */
  faces: PageFont[]
  /** The sites that it frames, as a content security policy names them. */
  frames: string[]
  /** The texts that the body's blocks name by number. */
  texts: DetachedTexts
  /** The number of the text that stands under the body, if there is one. */
  end?: number
  /** False when only the page's title and properties are in the snapshot. */
  held: boolean
  /** The workspace has no content to copy, either. */
  contentMissing?: true
}

/** A view, and whether it is in the reduced form of a page that takes too long. */
export interface OpenedView extends PageView {
  isReduced: boolean
}
