/** One format of a piece of prepared text. Everything a reader sees is decided on the server. */
export type WireFormat =
  | 'b'
  | 'i'
  | 's'
  | '_'
  | 'c'
  | ['a', href: string]
  | ['h', color: string]
  /** KaTeX's own markup, made on the server. */
  | ['e', html: string]
  /** A mention of a page: internal path and icon. */
  | ['p', path: string, icon?: string]
  /** A person's name. */
  | ['u']
  /** A date, already formatted; the value is for `<time datetime>`. */
  | ['d', iso: string]
  /** A link with a preview card. */
  | ['lm', card: LinkCard]
  /** The image of a custom emoji. */
  | ['ce', address: string]

/** What a link mention says about its target; `href` is an external address. */
export interface LinkCard {
  href: string
  title: string
  description?: string
  icon?: string
  thumbnail?: string
  provider?: string
}

export type WirePiece = string | [text: string, ...formats: WireFormat[]]

/** Prepared text; a plain string where nothing is formatted. */
export type WireText = string | WirePiece[]

/** Prepared text, or the number of one that is detached from its place. */
export type PlacedText = WireText | number

/** The words of prepared text without their formats; an equation is its source. Of a detached text it knows none. */
export function getPlainText(text: PlacedText | undefined): string {
  if (!text || typeof text === 'number') return ''
  if (typeof text === 'string') return text
  return text.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')
}
