import 'server-only'
import { toSafeAddress } from '../../workspace/address'
import { formatDate, toDateValue, toIsoDate } from '../../workspace/dates'
import { findPageId } from '../../workspace/ids'
import { getReferenceLabel } from '../../workspace/read/footnotes'
import type { Format, RichText } from '../../workspace/record-map'
import type { StoredPage } from '../../workspace/stored'
import { getExternalObjectCard } from '../external-object'
import type { PictureWidth } from '../picture-sources'
import type { LinkCard, PreparedText, TextFormat, TextPiece } from '../prepared-text'
import { getBlockColor, omitUndefined, readRecord, readString } from '../read-values'
import type { ViewContext } from '../view-context'
import { resolveLink } from '../web-addresses'
import { renderEquation } from './equation'

/** The placeholder of a mention in stored text. */
const MENTION = '‣'
const STYLES: ReadonlySet<string> = new Set(['b', 'i', 's', '_', 'c'])

/** What each type of mention refers to, for the log. */
const MENTIONED = new Map([
  ['p', 'page'],
  ['u', 'user'],
  ['d', 'day'],
  ['e', 'equation'],
  ['lm', 'address'],
  ['eoi', 'object'],
  ['ce', 'emoji'],
  ['fn', 'footnote'],
])

/** What replaces the text of a mention; null removes the piece. */
type Mention = { text: string; format?: TextFormat } | null

interface Place {
  context: ViewContext
  /** The page that the text is on, for its emoji and external objects. */
  page?: StoredPage
}

/**
 * Prepares rich text for display: mentions become names and paths, dates and equations are rendered, and what the viewer may not read is
 * left out. Never throws.
 */
export function prepareText(rich: RichText, context: ViewContext, page?: StoredPage): PreparedText {
  const prepared = rich.map(([text, formats = []]) => preparePiece(text, formats, { context, page }))
  const pieces = joinPieces(trimHighlights(joinPieces(prepared.filter((piece) => piece !== undefined))))
  if (pieces.length === 0) return ''
  const [only] = pieces
  return pieces.length === 1 && typeof only === 'string' ? only : pieces
}

function preparePiece(text: string, formats: Format[], place: Place): TextPiece | undefined {
  const styles: TextFormat[] = []
  let shown = text
  /** The format of a mention or an equation. A piece has at most one. */
  let replacement: TextFormat | undefined
  let link: TextFormat | undefined
  for (const format of formats) {
    const mention = prepareMention(format, place)
    if (mention === null) {
      place.context.note?.(`Mention of a missing ${MENTIONED.get(format[0])} left out`)
      return undefined
    }
    if (mention !== undefined) {
      shown = mention.text
      replacement = mention.format
    } else if (format[0] === 'a' && typeof format[1] === 'string') {
      const href = resolveLink(format[1], place.context, place.page?.id)
      if (href !== undefined) link = ['a', href]
    } else if (format[0] === 'h' || STYLES.has(format[0])) {
      const style = toStyle(format)
      if (style !== undefined && !styles.some((known) => known === style)) styles.push(style)
    } else if (format[0] !== 'a') {
      place.context.note?.(`Text format of unsupported type "${format[0]}" skipped`)
    }
  }
  // A mention of unknown type is only a placeholder, so it is left out.
  if (replacement === undefined && (shown === MENTION || shown === '')) return undefined
  const isLink = replacement !== undefined && (replacement[0] === 'p' || replacement[0] === 'lm')
  const all = [...(replacement ? [replacement] : []), ...styles, ...(link && !isLink ? [link] : [])]
  return all.length === 0 ? shown : [shown, ...all]
}

function toStyle([kind, value]: Format): TextFormat | undefined {
  if (STYLES.has(kind)) return kind as 'b' | 'i' | 's' | '_' | 'c'
  const color = kind === 'h' ? getBlockColor(value) : undefined
  return color === undefined ? undefined : ['h', color]
}

/** Returns undefined if the format is not a mention. */
function prepareMention([kind, value]: Format, place: Place): Mention | undefined {
  switch (kind) {
    case 'p':
      return typeof value === 'string' ? preparePageMention(value, place) : null
    case 'u':
      return typeof value === 'string' ? prepareUserMention(value, place) : null
    case 'd':
      return prepareDateMention(value, place)
    case 'e':
      return typeof value === 'string' && value.trim() !== ''
        ? { text: value, format: ['e', place.context.sources ? '' : renderEquation(value, false, place.context)] }
        : null
    case 'lm':
      return prepareLinkMention(value, place)
    case 'eoi':
      return prepareExternalMention(value, place)
    case 'ce':
      return prepareEmojiMention(value, place)
    case 'fn':
      return prepareReference([kind, value])
    default:
      return undefined
  }
}

/** The body numbers markers when all of them are known, see `numberFootnotes`. */
function prepareReference(format: Format): Mention {
  const label = getReferenceLabel(format)
  return label === undefined ? null : { text: '', format: ['fn', label, 0, 0] }
}

function preparePageMention(id: string, { context }: Place): Mention {
  const link = context.pageLink(id)
  if (link === undefined) return null
  return { text: link.title, format: link.icon === undefined ? ['p', link.path] : ['p', link.path, link.icon] }
}

function prepareUserMention(id: string, { context }: Place): Mention {
  const name = context.userName(id)
  return name === undefined || name === '' ? null : { text: name, format: ['u'] }
}

function prepareDateMention(value: unknown, { context }: Place): Mention {
  const date = toDateValue(value)
  const text = date && formatDate(date, context)
  if (!date || !text) return null
  const iso = toIsoDate(date, context.timeZone)
  return iso === undefined ? { text } : { text, format: ['d', iso] }
}

function prepareLinkMention(value: unknown, { context, page }: Place): Mention {
  const card = readRecord(value)
  const href = toSafeAddress(card.href)
  if (href === undefined) return null
  const id = findPageId(href)
  if (id !== undefined && context.pageLink(id) !== undefined) return preparePageMention(id, { context })
  const image = (value: unknown, width: PictureWidth) => {
    const source = readString(value)
    return source === undefined ? undefined : context.fileAddress(source, page?.id ?? '', width)
  }
  const title = readString(card.title) ?? href
  const format: LinkCard = {
    href,
    title,
    description: readString(card.description),
    icon: image(card.icon_url, 128),
    thumbnail: image(card.thumbnail_url, 384),
    provider: readString(card.link_provider),
  }
  return { text: title, format: ['lm', omitUndefined(format)] }
}

function prepareExternalMention(value: unknown, { context, page }: Place): Mention {
  const block = typeof value === 'string' ? page?.blocks[value] : undefined
  const card = block && getExternalObjectCard(block, context)
  if (card === undefined) return null
  const { href, title, description, source } = card
  return { text: title, format: ['lm', omitUndefined({ href, title, description, provider: source })] }
}

function prepareEmojiMention(value: unknown, { context, page }: Place): Mention {
  const source = typeof value === 'string' ? page?.emojis[value] : undefined
  const address = source === undefined ? undefined : context.fileAddress(source, page?.id ?? '', 128)
  return address === undefined ? null : { text: '', format: ['ce', address] }
}

/** Joins adjacent pieces whose formats are equal. Mentions and equations are never joined. */
function joinPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const [text, ...formats] = splitPiece(piece)
    const [before, ...same] = last === undefined ? [''] : splitPiece(last)
    if (last === undefined || formats.some(isReplacement) || JSON.stringify(same) !== JSON.stringify(formats)) {
      joined.push(piece)
    } else joined[joined.length - 1] = formats.length === 0 ? before + text : [before + text, ...formats]
  }
  return joined
}

function splitPiece(piece: TextPiece): [text: string, ...formats: TextFormat[]] {
  return typeof piece === 'string' ? [piece] : piece
}

/**
 * Moves the spaces at both ends of each highlight out of it. A line can break after such a space, and would show a strip of the background
 * without text. Spaces between parts of one highlight stay, and so does a highlight of nothing but spaces.
 */
function trimHighlights(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.flatMap((piece, index) => {
    const color = getHighlight(piece)
    if (typeof piece === 'string' || color === undefined) return [piece]
    const [text, ...formats] = piece
    if (text.trim() === '' || formats.some(isUntrimmable)) return [piece]
    const start = getHighlight(pieces[index - 1]) === color ? 0 : text.length - text.trimStart().length
    const end = getHighlight(pieces[index + 1]) === color ? text.length : text.trimEnd().length
    const shown: TextPiece = [text.slice(start, end), ...formats]
    return [text.slice(0, start), shown, text.slice(end)].filter((each) => each !== '')
  })
}

/** Returns the background color of a piece. */
function getHighlight(piece: TextPiece | undefined): string | undefined {
  if (piece === undefined || typeof piece === 'string') return undefined
  const [, ...formats] = piece
  return formats.map((format) => (format[0] === 'h' ? format[1] : '')).find((color) => color.endsWith('_background'))
}

/** Whether a format shows the spaces at the ends, as inline code does, or no text at all. */
const isUntrimmable = (format: TextFormat) => format === 'c' || isReplacement(format)

/** Whether a format replaces the text by something else: a mention, an equation or a custom emoji. */
function isReplacement(format: TextFormat): boolean {
  return typeof format !== 'string' && format[0] !== 'a' && format[0] !== 'h'
}
