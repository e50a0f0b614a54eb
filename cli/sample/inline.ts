import type { DateValue, Format, Piece, RichText } from '../../lib/workspace/record-map'
import { databaseId, emojiId, keyedBlockId, pageId, userId } from './ids'

/** Any form of rich text: a string, a piece, or a list of them. */
export type Text = string | (string | Piece | RichText)[]

/** A person of the workspace: names only. */
export interface User {
  key: string
  given: string
  family: string
}

export interface LinkMention {
  href: string
  title: string
  description?: string
  icon_url?: string
  thumbnail_url?: string
  link_provider?: string
}

const COLORS = ['gray', 'brown', 'orange', 'yellow', 'teal', 'blue', 'purple', 'pink', 'red'] as const
export type Color = (typeof COLORS)[number]
export type HighlightColor = Color | `${Color}_background`

export const isHighlightColor = (name: string): name is HighlightColor =>
  COLORS.some((color) => name === color || name === `${color}_background`)

const isPiece = (part: Piece | RichText): part is Piece => typeof part[0] === 'string'

/** Returns the pieces of a text in order. */
export function rich(text: Text): RichText {
  if (typeof text === 'string') return text === '' ? [] : [[text]]
  return text.flatMap((part): RichText => {
    if (typeof part === 'string') return [[part]]
    return isPiece(part) ? [part] : part
  })
}

/** Adds a format to all pieces of a text. */
export function formatted(text: Text, ...added: Format[]): RichText {
  return rich(text).map(([content, formats = []]): Piece => [content, [...formats, ...added]])
}

const mention = (...format: Format): RichText => [['‣', [format]]]

export const bold = (text: Text): RichText => formatted(text, ['b'])
export const italic = (text: Text): RichText => formatted(text, ['i'])
export const strike = (text: Text): RichText => formatted(text, ['s'])
export const underline = (text: Text): RichText => formatted(text, ['_'])
export const code = (text: Text): RichText => formatted(text, ['c'])
export const highlight = (text: Text, color: HighlightColor): RichText => formatted(text, ['h', color])
/** A link to any address. For a page use `pageAddress`. */
export const link = (text: Text, address: string): RichText => formatted(text, ['a', address])
/** The address of a page in links inside the workspace. */
export const pageAddress = (key: string): string => `/${pageId(key).replaceAll('-', '')}`
export const pageMention = (key: string): RichText => mention('p', pageId(key))
export const databaseMention = (key: string): RichText => mention('p', databaseId(key))
export const userMention = (user: User): RichText => mention('u', userId(user.key))
export const equation = (tex: string): RichText => [['⁍', [['e', tex]]]]
export const linkMention = (card: LinkMention): RichText => mention('lm', card)
/** A mention of the external object with this key, a block of the page that is not part of its content. */
export const externalObjectMention = (key: string): RichText => mention('eoi', keyedBlockId(key))
export const customEmoji = (key: string): RichText => mention('ce', emojiId(key))

/** A day, a moment, or a span of either: `date('2026-03-01')`, `date('2026-03-01 09:30', '2026-03-02 17:00')`. */
export function date(start: string, end?: string, timeZone?: string): RichText {
  const [startDate = '', startTime] = start.split(' ')
  const [endDate, endTime] = end?.split(' ') ?? []
  const value: DateValue = {
    type: `date${startTime ? 'time' : ''}${end ? 'range' : ''}`,
    start_date: startDate,
    ...(startTime && { start_time: startTime }),
    ...(endDate && { end_date: endDate }),
    ...(endTime && { end_time: endTime }),
    ...(startTime && timeZone && { time_zone: timeZone }),
  }
  return mention('d', value)
}
