import type { CollectionData } from '@/islands/collection/data'
import type { PreparedText } from '@/lib/page/prepared-text'
import type { PageLink } from '@/lib/site/site-index'
import type { EmbedMessages } from '@/messages/languages'

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

interface Parent {
  children?: PreparedBlock[]
}

/** A block with text. `id` is its anchor, if it is the target of a link. */
interface TextBlock extends Parent, Colored, LanguageAttributes {
  text: PreparedText
  id?: string
}

/** A block with a text below it. */
interface Captioned {
  caption?: PreparedText
}

/** A picture, with what reserves its space before it has loaded. Sizes are in CSS pixels. */
export interface PreparedImage {
  src: string
  /** The width of the file in pixels, if the site serves smaller copies of it. */
  natural?: number
  /** The picture is at the top of the page and loads first. */
  eager?: true
  alt?: string
  /** The maximum width; without it, the width of the text. */
  width?: number
  /** Height divided by width. */
  ratio?: number
  /** The picture has the full width of the window. */
  full?: true
  align?: 'left' | 'right'
  /** A tiny `data:` image that is shown until the picture has loaded. */
  preview?: string
  /** The target of a picture that is a link. It does not zoom. */
  href?: string
}

/** An embed of another site. */
export interface PreparedEmbed {
  src: string
  title: string
  /** The address for visitors, if it differs from `src`. */
  href?: string
  /** The embed loads only after a click. */
  clickToLoad?: true
  /** A post. Its iframe takes a theme and reports its height. */
  post?: true
  width?: number
  /** Height divided by width; `height` in pixels wins. */
  ratio?: number
  height?: number
  full?: true
}

/** A link card: a bookmark, a post, a file of Google Drive or an object of another service. Texts are plain. */
export interface PreparedCard extends Colored {
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

/** A row of a simple table. */
export interface TableRow extends Colored {
  cells: PreparedText[]
}

/** What a block of each type contains. Flags are left out if they do not apply. */
export interface PreparedBlocks {
  text: TextBlock
  quote: TextBlock
  divider: object
  column_list: Parent
  column: Parent & { ratio: number }
  synced: Parent
  /**
   * `level` is that of the HTML element, `rank` that of the font size if it differs, `id` is the anchor, and `block` the one that follows
   * from the id of the block, if it differs.
   */
  heading: TextBlock & { id: string; block?: string; level: 2 | 3 | 4 | 5; rank?: 2 | 3 | 4 | 5; toggle?: true }
  /** Its children are items. `style` is 1 for letters and 2 for Roman numerals. */
  list: Parent & LanguageAttributes & { ordered?: true; start?: number; style?: 1 | 2 }
  item: TextBlock
  to_do: TextBlock & { done?: true }
  toggle: TextBlock
  callout: TextBlock & { icon?: string }
  /**
   * `html` is escaped and highlighted. `file` is the name of the file, in place of a caption. `wrap` wraps long lines, and `long` means that
   * there are such lines. `draw` has the texts of the button that draws a diagram. If the context sets `sources`, `source` replaces `html`.
   */
  code: Captioned & {
    html: string
    source?: string
    language: string
    file?: string
    wrap?: true
    long?: true
    draw?: EmbedMessages['drawing']
  }
  /** `html` is the drawing of the server. Without it, browsers draw the diagram on request. The child is the code block of its source. */
  diagram: Parent & Captioned & { html?: string }
  equation: { html: string; source?: string }
  image: Captioned & PreparedImage
  youtube: Captioned & {
    videoId: string
    title: string
    start?: number
    mute?: true
    clickToLoad?: true
    width?: number
    full?: true
  }
  video: Captioned & { src: string; width?: number; ratio?: number; full?: true }
  embed: Captioned & PreparedEmbed
  /** An HTML file of the workspace, and its name. */
  html: Captioned & { name: string } & Pick<PreparedEmbed, 'src' | 'title' | 'width' | 'ratio' | 'height' | 'full'>
  audio: Captioned & { src: string }
  file: Captioned & { src: string; name: string; size?: string }
  pdf: Captioned & { src: string; name: string; height?: number }
  card: Captioned & PreparedCard
  page: Colored & PageLink
  table: { rows: TableRow[]; columns: { width?: number; color?: string }[]; headerRow?: true; headerColumn?: true }
  /** The notes at the end of a page, in the order of their numbers. `label` names them. */
  footnotes: { label: string; children?: PreparedBlockOf<'footnote'>[] }
  /** `name` is its label in the workspace. Links lead back to its markers, whose number is `references`; `back` are their texts. */
  footnote: TextBlock & { name: string; number: number; references: number; back: string[] }
  contents: Colored & { items: ContentsItem[] }
  breadcrumb: { items: PageLink[] }
  /** A button with an address is a link. */
  button: Colored & { text: PreparedText; href?: string }
  /** `name` is that of the group. */
  tabs: { name?: string; children?: PreparedBlockOf<'tab'>[] }
  tab: Parent & { label?: string }
  collection: { data: CollectionData }
  /** `html` is the markup of a list of posts. */
  posts: { html: string }
  /** The anchor of a block without text that is the target of a link. */
  anchor: Parent & { id: string }
  /** A block that cannot be shown: the name of its type, or in development the reason; without a text, it is empty. */
  unknown: { text?: string }
}

export type PreparedType = keyof PreparedBlocks

/** `notionType` is the type in Notion, if it is unknown: components of a site folder may draw such blocks. */
export type PreparedBlockOf<Type extends PreparedType> = { type: Type; notionType?: string } & PreparedBlocks[Type]

/** A prepared block: what one viewer may see of a block, for the HTML and the Markdown of a page. Blocks form a tree without ids. */
export type PreparedBlock = { [Type in PreparedType]: PreparedBlockOf<Type> }[PreparedType]

/** Returns the blocks in a block. */
export const getChildren = (block: PreparedBlock): PreparedBlock[] => ('children' in block && block.children) || []
