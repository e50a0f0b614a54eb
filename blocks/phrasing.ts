import type { ListItem, Paragraph, PhrasingContent } from 'mdast'
import type { PreparedText, TextFormat, TextPiece } from '@/lib/page/prepared-text'
import type { Content, MarkdownContext, ToAbsolute } from './block-family'
import type { PreparedBlock } from './prepared-block'

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
export function convertText(text: PreparedText | undefined, toAbsolute: ToAbsolute): PhrasingContent[] {
  if (!text) return []
  const pieces: TextPiece[] = typeof text === 'string' ? [text] : text
  return nestParts(settleMarks(pieces.flatMap((piece) => splitParts(piece, toAbsolute))))
}

/** Text that can be struck through: `~~` is only recognized next to letters and digits. */
const STRIKABLE = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su
const removeStrike = (marks: Mark[]) => marks.filter((mark) => mark !== 'delete')

function splitParts(piece: TextPiece, toAbsolute: ToAbsolute): Part[] {
  const [text, ...formats] = typeof piece === 'string' ? [piece] : piece
  const marks: Mark[] = MARKS.filter(([format]) => formats.includes(format)).map(([, mark]) => mark)
  const address = findAddress(formats)
  if (address !== undefined) marks.unshift(`link ${toAbsolute(address)}`)
  const node = convertUnsplittable(text, formats, toAbsolute)
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

/** Returns the node of inline code, an equation, a custom emoji or the marker of a footnote, whose text is not split; undefined for other text. */
function convertUnsplittable(text: string, formats: TextFormat[], toAbsolute: ToAbsolute): PhrasingContent | undefined {
  for (const format of formats) {
    if (format === 'c' && text.trim() !== '') return { type: 'inlineCode', value: joinLines(text) }
    if (typeof format === 'string') continue
    if (format[0] === 'e') return { type: 'inlineMath', value: joinLines(text) }
    if (format[0] === 'fn') return { type: 'footnoteReference', identifier: format[1], label: format[1] }
    if (format[0] === 'ce') return { type: 'image', url: toAbsolute(format[1]), alt: '' }
  }
  return undefined
}

function findAddress(formats: TextFormat[]): string | undefined {
  for (const format of formats) {
    if (typeof format === 'string') continue
    if (format[0] === 'a' || format[0] === 'p') return format[1]
    if (format[0] === 'lm') return format[1].href
  }
  return undefined
}

const PUNCTUATION = /^[\p{P}\p{S}]$/u
const OPENING = /^[\p{Ps}\p{Pi}]/u
const CLOSING = /^[\p{Pe}\p{Pf}]$/u
const isLetter = (character: string) => character !== '' && !/^\s$/.test(character) && !PUNCTUATION.test(character)

/**
 * Moves punctuation out of marks where a letter follows: Markdown does not recognize the end of the bold text in `**「引用」**は`, but does
 * in `「**引用**」は`. Code, equations and emoji have only the marks that both of their neighbors have.
 */
function settleMarks(parts: Part[]): Part[] {
  const settled = parts.map((part, index) => {
    if (part.node.type === 'text' || part.node.type === 'break') return part
    const around = [parts[index - 1]?.marks ?? [], parts[index + 1]?.marks ?? []]
    return {
      ...part,
      marks: part.marks.filter((mark) => isLink(mark) || around.every((marks) => marks.includes(mark))),
    }
  })
  return settled.flatMap((part, index) => {
    const { node, marks } = part
    if (node.type !== 'text' || marks.every(isLink)) return [part]
    const [previous, next] = [settled[index - 1], settled[index + 1]]
    const letters = [...node.value]
    const first = letters[0] ?? ''
    const last = letters.at(-1) ?? ''
    let [start, end] = [0, letters.length]
    const before = getMarksOutside(marks, previous)
    const after = getMarksOutside(marks, next)
    if (after !== undefined && PUNCTUATION.test(last) && isLetter(getEdge(next, 0))) end--
    if (before !== undefined && PUNCTUATION.test(first) && isLetter(getEdge(previous, -1))) start++
    // Brackets stay in pairs.
    if (before !== undefined && end < letters.length && CLOSING.test(last) && OPENING.test(first)) start = 1
    if (after !== undefined && start > 0 && OPENING.test(first) && CLOSING.test(last)) end = letters.length - 1
    if (start === 0 && end === letters.length) return [part]
    const create = (value: string, own: Mark[]): Part[] =>
      value === '' ? [] : [{ node: { type: 'text', value }, marks: own }]
    const inside = letters.slice(start, Math.max(start, end)).join('')
    const trimmed = inside.trim()
    const from = inside.length - inside.trimStart().length
    return [
      ...create(letters.slice(0, start).join('') + inside.slice(0, from), before ?? marks),
      ...create(trimmed, marks),
      ...create(inside.slice(from + trimmed.length) + letters.slice(Math.max(start, end)).join(''), after ?? marks),
    ]
  })
}

const isLink = (mark: Mark) => mark.startsWith('link ')

/**
 * Returns the marks of a part that its neighbor has, too; undefined if it has all of them, or if the end of a link is between the two, which
 * is punctuation.
 */
function getMarksOutside(marks: Mark[], neighbor: Part | undefined): Mark[] | undefined {
  const others = neighbor?.marks ?? []
  const shared = marks.filter((mark, index) => others[index] === mark)
  const [link, otherLink] = [marks.find(isLink), others.find(isLink)]
  return shared.length === marks.length || link !== otherLink ? undefined : shared
}

/** Returns the first or last character of a part; a space for a line break, and none for what begins with a mark. */
function getEdge(part: Part | undefined, at: 0 | -1): string {
  return part?.node.type === 'text' ? ([...part.node.value].at(at) ?? '') : ''
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

/** Replaces line breaks by spaces, for headings, which allow none. */
export function replaceBreaks(nodes: PhrasingContent[]): PhrasingContent[] {
  return nodes.map((node): PhrasingContent => {
    if (node.type === 'break') return { type: 'text', value: ' ' }
    // The children keep their types.
    return 'children' in node ? ({ ...node, children: replaceBreaks(node.children) } as PhrasingContent) : node
  })
}

/** Converts a text to a paragraph; to nothing if it is empty. */
export function convertParagraph(text: PreparedText | undefined, toAbsolute: ToAbsolute): Paragraph[] {
  const children = convertText(text, toAbsolute)
  return children.length === 0 ? [] : [createParagraph(children)]
}

/** Creates the paragraph of a picture or of a link to media, with the caption below it. */
export function createCaptioned(
  node: PhrasingContent,
  caption: PreparedText | undefined,
  toAbsolute: ToAbsolute,
): Paragraph {
  const below = convertText(caption, toAbsolute)
  return createParagraph(below.length > 0 ? [node, { type: 'break' }, ...below] : [node])
}

/** Creates a list item. A paragraph followed by a list needs no blank line in between; other content does. */
export function createListItem(children: Content[]): ListItem {
  const below = children[0]?.type === 'paragraph' ? children.slice(1) : children
  return { type: 'listItem', spread: below.length > 1 || below.some(({ type }) => type !== 'list'), children }
}

/** Converts the text of a block, and the blocks in it, to a list item. */
export function convertItem(block: PreparedBlock, { toAbsolute, convertChildren }: MarkdownContext): ListItem {
  const text = 'text' in block ? block.text : undefined
  return createListItem([...convertParagraph(text, toAbsolute), ...convertChildren(block)])
}
