import type { RichText } from '../../lib/workspace/record-map'
import {
  bold,
  code,
  databaseMention,
  equation,
  italic,
  link,
  pageAddress,
  pageMention,
  rich,
  strike,
  underline,
} from './inline'

const marks: { pattern: RegExp; read(inner: string, target: string): RichText }[] = [
  { pattern: /`([^`]+)`/, read: (inner) => code(inner) },
  { pattern: /\$([^$]+)\$/, read: (inner) => equation(inner) },
  { pattern: /\[\[db:([^\]]+)\]\]/, read: (key) => databaseMention(key) },
  { pattern: /\[\[([^\]]+)\]\]/, read: (key) => pageMention(key) },
  { pattern: /\[([^\]]+)\]\(([^)\s]+)\)/, read: (label, target) => link(marked(label), getAddress(target)) },
  { pattern: /\*\*(.+?)\*\*/, read: (inner) => bold(marked(inner)) },
  { pattern: /\*(.+?)\*/, read: (inner) => italic(marked(inner)) },
  { pattern: /~~(.+?)~~/, read: (inner) => strike(marked(inner)) },
  { pattern: /__(.+?)__/, read: (inner) => underline(marked(inner)) },
]

/** A target with a scheme or a leading slash is an address; anything else is the key of a page. */
function getAddress(target: string): string {
  return /^([a-z]+:|\/)/.test(target) ? target : pageAddress(target)
}

/**
 * Text in a light markup that reads well in a source file: **bold**, *italic*, ~~strike~~, __underline__, `code`,
 * $equation$, [label](page-key or address), and [[page-key]] or [[db:database-key]] for a mention.
 */
export function marked(source: string): RichText {
  const first = marks
    .map((mark) => ({ mark, match: mark.pattern.exec(source) }))
    .filter((found) => found.match !== null)
    .sort((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0))[0]
  if (!first?.match) return rich(source)
  const { index, 0: whole, 1: inner = '', 2: target = '' } = first.match
  return [
    ...rich(source.slice(0, index)),
    ...first.mark.read(inner, target),
    ...marked(source.slice(index + whole.length)),
  ]
}
