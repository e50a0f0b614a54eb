import type { Paragraph, PhrasingContent } from 'mdast'
import type { PlacedText, WireFormat, WirePiece } from '../page/wire/text'

/** Makes an address that stands on a page absolute. */
export type Absolute = (address: string) => string

/** A part of a text: what it is, and the marks around it, the outermost first. */
interface Part {
  node: PhrasingContent
  marks: Mark[]
}

type Mark = 'strong' | 'emphasis' | 'delete' | `link ${string}`

/** The marks that Markdown has a sign for, the outer ones first; underlines and colours have none. */
const SIGNS = [
  ['b', 'strong'],
  ['i', 'emphasis'],
  ['s', 'delete'],
] as const

/** Prepared text as Markdown's tree. Everything in it is text there: no sign of Markdown or HTML means anything. */
export function phrasing(text: PlacedText | undefined, absolute: Absolute): PhrasingContent[] {
  if (!text || typeof text === 'number') return []
  const pieces: WirePiece[] = typeof text === 'string' ? [text] : text
  return nested(pieces.flatMap((piece) => partsOf(piece, absolute)))
}

/** What can be struck through: the sign for that is read as such only beside letters and digits. */
const WORDED = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su
const unstruck = (marks: Mark[]) => marks.filter((mark) => mark !== 'delete')

function partsOf(piece: WirePiece, absolute: Absolute): Part[] {
  const [words, ...formats] = typeof piece === 'string' ? [piece] : piece
  const marks: Mark[] = SIGNS.filter(([format]) => formats.includes(format)).map(([, mark]) => mark)
  const address = addressIn(formats)
  if (address !== undefined) marks.unshift(`link ${absolute(address)}`)
  const atom = atomOf(words, formats, absolute)
  if (atom !== undefined) return [{ node: atom, marks: unstruck(marks) }]
  // Marks take no space at their ends with them: it would stand between a sign and its word.
  const inside = words.trim()
  const before = words.slice(0, words.length - words.trimStart().length)
  const after = words.slice(before.length + inside.length)
  if (marks.length === 0 || inside === '') return plain(words, [])
  if (!WORDED.test(inside)) return [...plain(before, []), ...plain(inside, unstruck(marks)), ...plain(after, [])]
  return [...plain(before, []), ...plain(inside, marks), ...plain(after, [])]
}

/** Line breaks of the workspace are line breaks. */
function plain(words: string, marks: Mark[]): Part[] {
  return words
    .split('\n')
    .flatMap((line, index): Part[] => [
      ...(index > 0 ? [{ node: { type: 'break' } as const, marks }] : []),
      ...(line === '' ? [] : [{ node: { type: 'text', value: line } as const, marks }]),
    ])
}

function atomOf(words: string, formats: WireFormat[], absolute: Absolute): PhrasingContent | undefined {
  for (const format of formats) {
    if (format === 'c' && words.trim() !== '') return { type: 'inlineCode', value: oneLine(words) }
    if (typeof format === 'string') continue
    if (format[0] === 'e') return { type: 'inlineMath', value: oneLine(words) }
    if (format[0] === 'ce') return { type: 'image', url: absolute(format[1]), alt: '' }
  }
  return undefined
}

function addressIn(formats: WireFormat[]): string | undefined {
  for (const format of formats) {
    if (typeof format === 'string') continue
    if (format[0] === 'a' || format[0] === 'p') return format[1]
    if (format[0] === 'lm') return format[1].href
  }
  return undefined
}

/** Neighbours within the same mark lie in it together: two of the same sign in a row would mean something else. */
function nested(parts: Part[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as Part
    const [mark] = part.marks
    let end = at + 1
    if (mark === undefined) nodes.push(part.node)
    else {
      while (parts[end]?.marks[0] === mark) end++
      const inside = parts.slice(at, end).map(({ node, marks }) => ({ node, marks: marks.slice(1) }))
      nodes.push(around(mark, nested(inside)))
    }
    at = end
  }
  return nodes
}

function around(mark: Mark, children: PhrasingContent[]): PhrasingContent {
  if (mark === 'strong' || mark === 'emphasis' || mark === 'delete') return { type: mark, children }
  // A link holds no other.
  return {
    type: 'link',
    url: mark.slice('link '.length),
    children: children as Exclude<PhrasingContent, { type: 'link' }>[],
  }
}

const BREAK = /[\n\r\u2028\u2029]/
export const oneLine = (text: string): string => text.replace(/\s+/g, (spaces) => (BREAK.test(spaces) ? ' ' : spaces))

export const paragraph = (children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children })

export const linkTo = (url: string, title: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [{ type: 'text', value: oneLine(title) || url }],
})

/** Where a line cannot break, a space stands for it. */
export function unbroken(nodes: PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node): PhrasingContent => {
    if (node.type === 'break') return { type: 'text', value: ' ' }
    // What lies in a node is of the same kind as before.
    return 'children' in node ? ({ ...node, children: unbroken(node.children) } as PhrasingContent) : node
  })
}
