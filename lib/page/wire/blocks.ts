import type { PageLink } from '../../site/site-index'
import type { CollectionData } from './collection'
import type { PlacedText } from './text'

/** A heading in a page's contents. */
export interface ContentsItem {
  /** The heading's `id` in the document. */
  id: string
  text: string
  /** Indent, from 0. */
  level: number
}

/** A colour of the workspace, such as `blue` or `blue_background`. */
interface Colored {
  color?: string
}

/** The language of words, empty where only their script is known, and their direction: where they are not those around them. */
export interface LanguageAttributes {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** What every block with words of its own may carry: an anchor where links lead to it. */
type Worded = Colored & LanguageAttributes & { id?: string }

/** What a picture needs to keep its place before it has loaded. Sizes are CSS pixels. */
export interface WireImage {
  src: string
  /** Its own width in pixels, where the site serves smaller copies of it. */
  natural?: number
  /** It is at the top of the page, and loaded first. */
  eager?: 1
  alt?: string
  /** The widest it is shown; the measure without it. */
  width?: number
  /** Height divided by width. */
  ratio?: number
  /** Shown from edge to edge of the window. */
  full?: 1
  align?: 'left' | 'right'
  /** A tiny `data:` image shown until the real one has loaded; between marks, as detached texts are. */
  preview?: string
  /** The picture is a link instead of zooming. */
  href?: string
}

/** A frame of another site. */
export interface WireEmbed {
  src: string
  title: string
  /** The same for a reader, where it differs. */
  href?: string
  /** It is contacted only when the visitor says so. */
  ask?: 1
  /** A post, whose frame takes a theme and says its own height. */
  post?: 1
  width?: number
  /** Height divided by width; `height` in pixels wins. */
  ratio?: number
  height?: number
  full?: 1
}

/** A link shown as a card: bookmarks, posts, drive files, objects of other services. Texts are plain. */
export interface WireCard extends Colored {
  href: string
  title: string
  description?: string
  /** Small picture before the source, and larger one beside the text. */
  icon?: string
  cover?: string
  /** Where it leads, such as `github.com`. */
  source?: string
  /** A picture of how things stand there. */
  badge?: string
}

/** A row of a simple table: its cells and its colour. */
export type WireTableRow = [cells: PlacedText[], color?: string]

export interface WireTable {
  rows: WireTableRow[]
  columns: { width?: number; color?: string }[]
  headerRow?: 1
  headerColumn?: 1
}

/** What each type of prepared block carries besides text and children. */
export interface WireMore {
  text: Worded
  quote: Worded
  divider: Record<string, never>
  column_list: Record<string, never>
  column: { ratio: number }
  synced: Record<string, never>
  /** `level` is that of the HTML element; `rank` that of its size, where it differs; `id` is the anchor. */
  heading: Worded & { id: string; level: 2 | 3 | 4 | 5; rank?: 2 | 3 | 4 | 5; toggle?: 1 }
  /** Its children are items. `style` is 1 for letters and 2 for Roman numerals. */
  list: LanguageAttributes & { ordered?: 1; start?: number; style?: 1 | 2 }
  item: Worded
  to_do: Worded & { done?: 1 }
  toggle: Worded
  callout: Worded & { icon?: string }
  /**
   * `html` is escaped and highlighted; the text is the caption. Long lines go on in further ones where `wrap` is set. Where sources
   * are asked for, `source` stands in place of `html`.
   */
  code: { html: string | number; source?: string; language: string; wrap?: 1 }
  equation: { html: string | number; source?: string }
  /** The text of the media below is the caption. */
  image: WireImage
  youtube: { id: string; title: string; start?: number; mute?: 1; ask?: 1; width?: number; full?: 1 }
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
  button: Colored
  /** Its children are tabs; a tab's text is its label. */
  tabs: Record<string, never>
  tab: Record<string, never>
  collection: { data: CollectionData }
  /** The place of a block without words to which links lead. */
  anchor: { id: string }
  /** What cannot be shown: an empty element, whose text says why to developers. */
  unknown: Record<string, never>
}

export type WireType = keyof WireMore

/** A prepared block of one type. What a type must carry is required; otherwise trailing empty members are left out. */
export type WireOf<Type extends WireType> =
  Record<string, never> extends WireMore[Type]
    ? [type: Type, text?: PlacedText, children?: WireBlock[] | 0, more?: WireMore[Type]]
    : [type: Type, text: PlacedText, children: WireBlock[] | 0, more: WireMore[Type]]

/** A prepared block: a tree, because ids cost bytes and nothing in the browser needs them. */
export type WireBlock = { [Type in WireType]: WireOf<Type> }[WireType]
