import type { Paragraph, PhrasingContent } from 'mdast'
import type { PlacedText, WireFormat, WirePiece } from '../page/wire/text'

/** Returns the absolute form of an address on a page. */
export type Absolute = (address: string) => string

/** A part of a text with its marks, the outermost first. */
interface Part {
  node: PhrasingContent
  marks: Mark[]
}

type Mark = 'strong' | 'emphasis' | 'delete' | `link ${string}`

/** The formats that Markdown supports, and their marks from the outermost inwards. It has no underlines and colors. */
const MARKS = [
  ['b', 'strong'],
  ['i', 'emphasis'],
  ['s', 'delete'],
] as const

/** Converts rich text to mdast. Markdown and HTML syntax in it stays text. */
export function convertText(text: PlacedText | undefined, absolute: Absolute): PhrasingContent[] {
  if (!text || typeof text === 'number') return []
  const pieces: WirePiece[] = typeof text === 'string' ? [text] : text
  return nestParts(pieces.flatMap((piece) => splitParts(piece, absolute)))
}

/** Text that can be struck through: `~~` is only recognized next to letters and digits. */
const STRIKABLE = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su
const removeStrike = (marks: Mark[]) => marks.filter((mark) => mark !== 'delete')

function splitParts(piece: WirePiece, absolute: Absolute): Part[] {
  const [text, ...formats] = typeof piece === 'string' ? [piece] : piece
  const marks: Mark[] = MARKS.filter(([format]) => formats.includes(format)).map(([, mark]) => mark)
  const address = findAddress(formats)
  if (address !== undefined) marks.unshift(`link ${absolute(address)}`)
  const node = convertUnsplittable(text, formats, absolute)
  if (node !== undefined) return [{ node, marks: removeStrike(marks) }]
  // Spaces at the ends are moved out of the marks: Markdown does not recognize `** bold **`.
  const inside = text.trim()
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(before.length + inside.length)
  if (marks.length === 0 || inside === '') return splitLines(text, [])
  if (!STRIKABLE.test(inside))
    return [...splitLines(before, []), ...splitLines(inside, removeStrike(marks)), ...splitLines(after, [])]
  return [...splitLines(before, []), ...splitLines(inside, marks), ...splitLines(after, [])]
}

/** Converts text without formats. Line breaks become hard breaks. */
function splitLines(text: string, marks: Mark[]): Part[] {
  return text
    .split('\n')
    .flatMap((line, index): Part[] => [
      ...(index > 0 ? [{ node: { type: 'break' } as const, marks }] : []),
      ...(line === '' ? [] : [{ node: { type: 'text', value: line } as const, marks }]),
    ])
}

/** Returns the node of inline code, an equation or a custom emoji, whose text is not split; undefined for other text. */
function convertUnsplittable(text: string, formats: WireFormat[], absolute: Absolute): PhrasingContent | undefined {
  for (const format of formats) {
    if (format === 'c' && text.trim() !== '') return { type: 'inlineCode', value: joinLines(text) }
    if (typeof format === 'string') continue
    if (format[0] === 'e') return { type: 'inlineMath', value: joinLines(text) }
    if (format[0] === 'ce') return { type: 'image', url: absolute(format[1]), alt: '' }
  }
  return undefined
}

function findAddress(formats: WireFormat[]): string | undefined {
  for (const format of formats) {
    if (typeof format === 'string') continue
    if (format[0] === 'a' || format[0] === 'p') return format[1]
    if (format[0] === 'lm') return format[1].href
  }
  return undefined
}

/** Nests parts in their marks. Adjacent parts share a mark, because `**a****b**` has another meaning. */
function nestParts(parts: Part[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as Part
    const [mark] = part.marks
    let end = at + 1
    if (mark === undefined) nodes.push(part.node)
    else {
      while (parts[end]?.marks[0] === mark) end++
      const inside = parts.slice(at, end).map(({ node, marks }) => ({ node, marks: marks.slice(1) }))
      nodes.push(wrapInMark(mark, nestParts(inside)))
    }
    at = end
  }
  return nodes
}

function wrapInMark(mark: Mark, children: PhrasingContent[]): PhrasingContent {
  if (mark === 'strong' || mark === 'emphasis' || mark === 'delete') return { type: mark, children }
  // The children of a link contain no links.
  return {
    type: 'link',
    url: mark.slice('link '.length),
    children: children as Exclude<PhrasingContent, { type: 'link' }>[],
  }
}

const BREAK = /[\n\r\u2028\u2029]/
export const joinLines = (text: string): string => text.replace(/\s+/g, (spaces) => (BREAK.test(spaces) ? ' ' : spaces))

export const createParagraph = (children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children })

export const createLink = (url: string, title: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [{ type: 'text', value: joinLines(title) || url }],
})

/** Replaces line breaks by spaces, for places such as table cells that allow none. */
export function replaceBreaks(nodes: PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node): PhrasingContent => {
    if (node.type === 'break') return { type: 'text', value: ' ' }
    // The children keep their types.
    return 'children' in node ? ({ ...node, children: replaceBreaks(node.children) } as PhrasingContent) : node
  })
}
