import type { RichTextItemResponse } from '@notionhq/client'
import { fromWallClock } from '@/lib/workspace/dates'
import { toCustomEmoji } from './files'
import { getFormat, type Piece, readFields, readString, toPageUrl } from './records'
import type { Text } from './shapes'
import { toUser } from './users'
import { isDatabaseBlock, type VisibleWorkspace } from './visible-workspace'

/** The longest text of one item. Longer texts are split into several items. */
const MAX_PART_LENGTH = 2000
/** Notion's apps call the green of the API teal. */
const COLORS: Record<string, string> = { teal: 'green', teal_background: 'green_background' }

type Mention = Extract<RichTextItemResponse, { type: 'mention' }>['mention']
type Color = RichTextItemResponse['annotations']['color']

export const toColor = (color: unknown): Color => {
  const name = readString(color) ?? 'default'
  return (COLORS[name] ?? name) as Color
}

export function toRichText(pieces: readonly Piece[], workspace: VisibleWorkspace): Text {
  return pieces.flatMap((piece) => toItems(piece, workspace))
}

function toItems([text, formats]: Piece, workspace: VisibleWorkspace): Text {
  const has = (kind: string) => formats.some(([each]) => each === kind)
  const value = (kind: string) => formats.find(([each]) => each === kind)?.[1]
  const annotations = {
    bold: has('b'),
    italic: has('i'),
    strikethrough: has('s'),
    underline: has('_'),
    code: has('c'),
    color: toColor(value('h')),
  }
  if (has('e')) {
    const expression = String(value('e'))
    return [{ type: 'equation', equation: { expression }, annotations, plain_text: expression, href: null }]
  }
  const mention = toMention(formats, workspace)
  if (mention !== undefined) return [{ type: 'mention', ...mention, annotations }]
  const link = readString(value('a')) ?? null
  return splitText(text).map((content) => ({
    type: 'text',
    text: { content, link: link === null ? null : { url: link } },
    annotations,
    plain_text: content,
    href: link,
  }))
}

/** Splits a text into parts, never within a character. */
function splitText(text: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (part.length + character.length > MAX_PART_LENGTH) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return part === '' ? parts : [...parts, part]
}

type MentionItem = { mention: Mention; plain_text: string; href: string | null }

function toMention(formats: Piece[1], workspace: VisibleWorkspace): MentionItem | undefined {
  for (const [kind, value] of formats) {
    switch (kind) {
      case 'u': {
        const user = toUser(String(value), workspace)
        const name = 'name' in user ? user.name : null
        return { mention: { type: 'user', user }, plain_text: `@${name ?? 'Anonymous'}`, href: null }
      }
      case 'p':
        return toPageMention(String(value), workspace)
      case 'd': {
        const date = toDate(value)
        if (date === null) return undefined
        const plain_text = date.end === null ? date.start : `${date.start} → ${date.end}`
        return { mention: { type: 'date', date }, plain_text, href: null }
      }
      case 'ce': {
        const custom_emoji = toCustomEmoji(String(value), workspace)
        return { mention: { type: 'custom_emoji', custom_emoji }, plain_text: `:${custom_emoji.name}:`, href: null }
      }
      case 'lm': {
        const { href = '', title, ...more } = readFields(value) as Record<string, string>
        const link_mention = { href, ...(title !== undefined && { title }), ...more }
        return { mention: { type: 'link_mention', link_mention }, plain_text: title ?? href, href }
      }
      case 'eoi': {
        const block = workspace.block(value)
        const url = readString(block && getFormat(block).original_url) ?? ''
        return { mention: { type: 'link_preview', link_preview: { url } }, plain_text: url, href: url }
      }
    }
  }
  return undefined
}

function toPageMention(id: string, workspace: VisibleWorkspace): MentionItem {
  const page = workspace.block(id)
  const isDatabase = page !== undefined && isDatabaseBlock(page)
  const mention: Mention = isDatabase ? { type: 'database', database: { id } } : { type: 'page', page: { id } }
  const title = page === undefined ? '' : workspace.getTitle(page)
  return { mention, plain_text: title === '' ? 'Untitled' : title, href: toPageUrl(id) }
}

/** Returns a stored date. Its zone becomes an offset, as in all recorded responses. */
export function toDate(value: unknown): { start: string; end: string | null; time_zone: null } | null {
  const { start_date, start_time, end_date, end_time, time_zone, type } = readFields(value)
  if (typeof start_date !== 'string') return null
  const isTimed = String(type).startsWith('datetime')
  const zone = readString(time_zone) ?? 'UTC'
  const toIso = (day: string, time: unknown) => (isTimed ? toInstant(day, readString(time) ?? '00:00', zone) : day)
  const end = typeof end_date === 'string' ? toIso(end_date, end_time) : null
  return { start: toIso(start_date, start_time), end, time_zone: null }
}

function toInstant(day: string, time: string, zone: string): string {
  const wall = Date.parse(`${day}T${time.slice(0, 5)}:00.000Z`)
  const minutes = Math.round((wall - fromWallClock(wall, zone)) / 60_000)
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${day}T${time.slice(0, 5)}:00.000${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** Returns the plain text of a property; null if it is empty. */
export const toPlainValue = (pieces: readonly Piece[]): string | null => pieces.map(([text]) => text).join('') || null

export const readFormatValue = (pieces: readonly Piece[], kind: string): unknown[] =>
  pieces.flatMap(([, formats]) => formats.flatMap(([each, value]) => (each === kind ? [value] : [])))
