import type { PageLink } from '../../site/site-index'
import type { CollectionData } from './collection'
import type { WireText } from './text'

/** A heading in the table of contents. */
export interface ContentsItem {
  /** The heading's `id` in the document. */
  id: string
  text: string
  /** The indentation, from 0. */
  level: number
}

/** `color` is a Notion color such as `blue` or `blue_background`. */
interface Colored {
  color?: string
}

/** The language and direction of a text, where they differ from the surrounding ones. The language is empty if only the script is known. */
export interface LanguageAttributes {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** The attributes of every block with text. `id` is its anchor, if it is the target of a link. */
type TextAttributes = Colored & LanguageAttributes & { id?: string }

/** A picture, with what reserves its space before it has loaded. Sizes are in CSS pixels. */
export interface WireImage {
  src: string
  /** The width of the file in pixels, if the site serves smaller copies of it. */
  natural?: number
  /** The picture is at the top of the page and loads first. */
  eager?: 1
  alt?: string
  /** The maximum width; without it, the width of the text. */
  width?: number
  /** Height divided by width. */
  ratio?: number
  /** The picture has the full width of the window. */
  full?: 1
  align?: 'left' | 'right'
  /** A tiny `data:` image that is shown until the picture has loaded. */
  preview?: string
  /** The target of a picture that is a link. It does not zoom. */
  href?: string
}

/** An embed of another site. */
export interface WireEmbed {
  src: string
  title: string
  /** The address for visitors, if it differs from `src`. */
  href?: string
  /** The embed loads only after a click. */
  clickToLoad?: 1
  /** A post. Its iframe takes a theme and reports its height. */
  post?: 1
  width?: number
  /** Height divided by width; `height` in pixels wins. */
  ratio?: number
  height?: number
  full?: 1
}

/** A link card: a bookmark, a post, a file of Google Drive or an object of another service. Texts are plain. */
export interface WireCard extends Colored {
  href: string
  title: string
  description?: string
  /** `icon` is a small picture before the source; `cover` is a larger one beside the text. */
  icon?: string
  cover?: string
  /** The name of the target, such as `github.com`. */
  source?: string
  /** The address of a status badge. */
  badge?: string
}

/** A row of a simple table: its cells and its color. */
export type WireTableRow = [cells: WireText[], color?: string]

export interface WireTable {
  rows: WireTableRow[]
  columns: { width?: number; color?: string }[]
  headerRow?: 1
  headerColumn?: 1
}

/** The attributes of each type of prepared block, besides text and children. */
export interface WireAttributes {
  text: TextAttributes
  quote: TextAttributes
  divider: Record<string, never>
  column_list: Record<string, never>
  column: { ratio: number }
  synced: Record<string, never>
  /**
   * `level` is that of the HTML element, `rank` that of the font size if it differs, `id` is the anchor, and `block` the one that follows
   * from the id of the block, if it differs.
   */
  heading: TextAttributes & { id: string; block?: string; level: 2 | 3 | 4 | 5; rank?: 2 | 3 | 4 | 5; toggle?: 1 }
  /** Its children are items. `style` is 1 for letters and 2 for Roman numerals. */
  list: LanguageAttributes & { ordered?: 1; start?: number; style?: 1 | 2 }
  item: TextAttributes
  to_do: TextAttributes & { done?: 1 }
  toggle: TextAttributes
  callout: TextAttributes & { icon?: string }
  /**
   * `html` is escaped and highlighted. The block's text is the caption, or else `file` is the name of the file. `wrap` wraps long lines,
   * and `long` means that there are such lines. If the context sets `sources`, `source` replaces `html`.
   */
  code: { html: string; source?: string; language: string; file?: string; wrap?: 1; long?: 1 }
  /** `html` is a drawing, and its child is the code block of its source. */
  diagram: { html: string }
  equation: { html: string; source?: string }
  /** The block's text is the caption, here and for all media below. */
  image: WireImage
  youtube: { id: string; title: string; start?: number; mute?: 1; clickToLoad?: 1; width?: number; full?: 1 }
  video: { src: string; width?: number; ratio?: number; full?: 1 }
  embed: WireEmbed
  audio: { src: string }
  file: { src: string; name: string; size?: string }
  pdf: { src: string; name: string; height?: number }
  card: WireCard
  page: Colored & PageLink
  table: WireTable
  contents: Colored & { items: ContentsItem[] }
  breadcrumb: { items: PageLink[] }
  /** A button with an address is a link. */
  button: Colored & { href?: string }
  /** The children are tabs. A tab's text is its label; `name` is that of the group. */
  tabs: { name?: string }
  tab: Record<string, never>
  collection: { data: CollectionData }
  /** `html` is the markup of a list of posts. */
  posts: { html: string }
  /** The anchor of a block without text that is the target of a link. */
  anchor: { id: string }
  /** A block that cannot be shown. Its text is the name of its type, or in development the reason; without a text, it is empty. */
  unknown: Record<string, never>
}

export type WireType = keyof WireAttributes

/** A prepared block of one type. Attributes are required if the type has any; other trailing empty members are left out. */
export type WireBlockOf<Type extends WireType> =
  Record<string, never> extends WireAttributes[Type]
    ? [type: Type, text?: WireText, children?: WireBlock[] | 0, more?: WireAttributes[Type]]
    : [type: Type, text: WireText, children: WireBlock[] | 0, more: WireAttributes[Type]]

/** A prepared block. Blocks form a tree without ids. */
export type WireBlock = { [Type in WireType]: WireBlockOf<Type> }[WireType]
