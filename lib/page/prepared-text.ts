/** A format of a piece of prepared text. The server has already resolved it. */
export type TextFormat =
  | 'b'
  | 'i'
  | 's'
  | '_'
  | 'c'
  | ['a', href: string]
  | ['h', color: string]
  /** KaTeX's markup, rendered on the server. */
  | ['e', html: string]
  /** A mention of a page: its path and icon. */
  | ['p', path: string, icon?: string]
  /** A person's name. */
  | ['u']
  /** A formatted date. `iso` is for `<time datetime>`. */
  | ['d', iso: string]
  /** A link with a preview card. */
  | ['lm', card: LinkCard]
  /** The image of a custom emoji. */
  | ['ce', address: string]

/** The preview of a link mention. `href` is an external address. */
export interface LinkCard {
  href: string
  title: string
  description?: string
  icon?: string
  thumbnail?: string
  provider?: string
}

export type TextPiece = string | [text: string, ...formats: TextFormat[]]

/** Prepared text; a plain string if nothing is formatted. */
export type PreparedText = string | TextPiece[]

/** Returns prepared text without formats. Equations are their source. */
export function getPlainText(text: PreparedText | undefined): string {
  if (!text) return ''
  if (typeof text === 'string') return text
  return text.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')
}
