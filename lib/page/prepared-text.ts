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
  /** The marker of a footnote. Its note has this number, and this is the marker's place among those of the note, from 1. */
  | ['fn', label: string, number: number, place: number]
  /** A term of the glossary, which is the number-th on the page. */
  | ['t', number: number, note: TermDefinition]

/** What a term means. `path` leads to its row. Language and direction are set if they are not those of the page. */
export interface TermDefinition {
  term: string
  definition: string
  path: string
  lang?: string
  dir?: 'ltr' | 'rtl'
}

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

export type FormatOf<Kind> = Extract<TextFormat, readonly [Kind, ...unknown[]]>

/** Returns the format of this kind that a piece of text has. */
export function findFormat<Kind extends Exclude<TextFormat, string>[0]>(
  piece: TextPiece,
  kind: Kind,
): FormatOf<Kind> | undefined {
  const [, ...formats] = typeof piece === 'string' ? [piece] : piece
  return formats.find((format): format is FormatOf<Kind> => typeof format === 'object' && format[0] === kind)
}
