import { getBlockTraits } from '../block-traits'
import { getShownContainer } from '../clean/synced'
import type { Block, Id, Piece, RichText } from '../record-map'
import type { StoredPage } from '../stored'
import { isPlaceholder, toPlainText } from '../text'
import { HEADING_TYPES } from './heading-anchors'
import { isSiteTable } from './site-tables'

/** A marker in a text: `[^1]`. A label has at most 32 letters, digits, hyphens and underscores; case has no meaning. */
const MARKER = /\[\^([\p{L}\p{N}_-]{1,32})\]/gu
/** The beginning of a note: `[^1]: `. */
const NOTE = /^\[\^([\p{L}\p{N}_-]{1,32})\]:\s*/u
/** The blocks that can be notes. */
const NOTE_TYPES: ReadonlySet<string> = new Set(['text', 'bulleted_list', 'numbered_list'])
/** The format of a piece of text that stands for a marker. Cleaning keeps no such format with a value. */
const REFERENCE = 'fn'
/** Formats of text that contains no markers: code and links. */
const CLOSED: ReadonlySet<string> = new Set(['c', 'a'])

/** Returns the label of a note; undefined for other blocks. Cleaning removes this setting from all blocks. */
export const getFootnoteLabel = ({ format }: Block): string | undefined =>
  typeof format.footnote === 'string' ? format.footnote : undefined

/** Returns the label of the marker that a piece of text stands for; undefined for other pieces. */
export function getReferenceLabel([kind, value]: readonly [kind: string, value?: unknown]): string | undefined {
  return kind === REFERENCE && typeof value === 'string' ? value : undefined
}

/**
 * Returns a page whose footnotes are marked: the notes are its last blocks, without their labels, and the markers of the texts above are
 * placeholders like those of mentions. Names of tabs keep theirs. A note is a paragraph or a list item that begins with `[^1]:`, and only blank paragraphs and other
 * notes follow it. A marker without a note and a note without a marker stay text. Blocks are copied where they change.
 */
export function markFootnotes(page: StoredPage): StoredPage {
  const root = page.blocks[page.id]
  const end = root && findEnd(root, page)
  if (root === undefined || end === undefined) return page
  const marked = new Map<Id, Block>()
  const used = new Set<string>()
  for (const block of listBlocks(root.content.slice(0, end.from), page)) {
    if (isTabName(block, page)) continue
    const properties = markTexts(block, (label) => {
      if (end.notes.has(label)) used.add(label)
      return end.notes.has(label)
    })
    if (properties !== undefined) marked.set(block.id, { ...block, properties })
  }
  if (used.size === 0) return page
  const notes = [...end.notes].filter(([label]) => used.has(label))
  for (const [label, note] of notes) {
    const title = removePrefix(note.properties.title ?? [])
    marked.set(note.id, {
      ...note,
      properties: { ...note.properties, title },
      format: { ...note.format, footnote: label },
    })
  }
  const last = new Set(notes.map(([, { id }]) => id))
  const content = [...root.content.slice(0, end.from), ...end.rest.filter((id) => !last.has(id)), ...last]
  const blocks: StoredPage['blocks'] = Object.assign(Object.create(null), page.blocks, Object.fromEntries(marked))
  blocks[root.id] = { ...root, content }
  return { ...page, blocks }
}

/** Returns the markers and the beginnings of notes that stayed text in blocks, without duplicates. */
export function findLooseMarkers(blocks: readonly Block[]): string[] {
  const found = new Set<string>()
  for (const block of blocks) {
    for (const rich of listTexts(block)) {
      for (const piece of rich) {
        if (isOpen(piece)) for (const [marker] of piece[0].matchAll(MARKER)) found.add(marker)
      }
    }
  }
  return [...found]
}

/**
 * Returns the notes at the end of a page by label, the position at which its end begins, and the blocks from there on that have a text.
 * Returns undefined if there are no notes.
 */
function findEnd(
  root: Block,
  { blocks }: StoredPage,
): { notes: Map<string, Block>; from: number; rest: Id[] } | undefined {
  let from = root.content.length
  const end: Block[] = []
  for (; from > 0; from--) {
    const block = blocks[root.content[from - 1] ?? '']
    if (block?.alive && !isBlank(block) && readLabel(block) === undefined) break
    if (block?.alive && !isBlank(block)) end.push(block)
  }
  if (end.length === 0) return undefined
  end.reverse()
  const notes = new Map<string, Block>()
  for (const block of end) {
    const label = readLabel(block)
    if (label !== undefined && !notes.has(label)) notes.set(label, block)
  }
  return { notes, from, rest: end.map(({ id }) => id) }
}

const isBlank = ({ type, properties, content }: Block): boolean =>
  type === 'text' && content.length === 0 && toPlainText(properties.title ?? []).trim() === ''

/** Whether the text of a block is the name of a tab: of a paragraph in tabs, or a caption such as `Install | npm`. */
const isTabName = ({ type, parent_id, properties }: Block, { blocks }: StoredPage): boolean =>
  type === 'code'
    ? toPlainText(properties.caption ?? []).includes('|')
    : type === 'text' && blocks[parent_id]?.type === 'tab'

function readLabel({ type, properties }: Block): string | undefined {
  const [first] = properties.title ?? []
  if (first === undefined || !NOTE_TYPES.has(type) || !isOpen(first)) return undefined
  return NOTE.exec(first[0])?.[1]?.toLowerCase()
}

function removePrefix([first, ...rest]: RichText): RichText {
  if (first === undefined) return rest
  const [text, formats] = first
  const shown = text.replace(NOTE, '')
  const kept: RichText = shown === '' ? [] : [formats === undefined ? [shown] : [shown, formats]]
  return [...kept, ...rest]
}

/** Returns the blocks with these ids and those in them, in no particular order. */
function* listBlocks(ids: readonly Id[], { blocks }: StoredPage): Generator<Block, void, void> {
  const all = new Set(ids)
  // The loop also visits the ids that are added meanwhile.
  for (const id of all) {
    const block = blocks[id]
    if (block === undefined) continue
    yield block
    if (!isSiteTable(block, blocks)) for (const child of block.content) all.add(child)
    const container = getShownContainer(block)
    if (container !== undefined) all.add(container)
  }
}

/** Returns the properties of a block with marked texts; undefined if they contain no markers. */
function markTexts(block: Block, isNote: (label: string) => boolean): Block['properties'] | undefined {
  const changed: Block['properties'] = {}
  for (const [name, rich] of Object.entries(block.properties)) {
    if (!rich.some(([text]) => text.includes('[^')) || !getMarkedNames(block).includes(name)) continue
    const marked = rich.flatMap((piece) => (isOpen(piece) ? splitPiece(piece, isNote) : [piece]))
    if (marked.length !== rich.length || marked.some((piece, at) => piece !== rich[at])) changed[name] = marked
  }
  return Object.keys(changed).length === 0 ? undefined : { ...block.properties, ...changed }
}

/** Returns the names of the properties of a block whose texts can have markers: those with formats, outside of headings. */
function getMarkedNames({ type, properties }: Block): readonly string[] {
  if (type === 'table_row') return Object.keys(properties)
  if (HEADING_TYPES.has(type)) return []
  const { texts = [], plain = [] } = getBlockTraits(type)
  return texts.filter((name) => !plain.includes(name))
}

const listTexts = (block: Block): RichText[] => getMarkedNames(block).map((name) => block.properties[name] ?? [])

const isOpen = ([text, formats = []]: Piece): boolean =>
  !isPlaceholder(text) && !formats.some(([kind]) => CLOSED.has(kind))

function splitPiece(piece: Piece, isNote: (label: string) => boolean): RichText {
  const [text, formats] = piece
  const pieces: RichText = []
  let at = 0
  const addText = (end: number) => {
    if (end > at) pieces.push(formats === undefined ? [text.slice(at, end)] : [text.slice(at, end), formats])
  }
  for (const { 0: marker, 1: written = '', index } of text.matchAll(MARKER)) {
    const label = written.toLowerCase()
    if (!isNote(label)) continue
    addText(index)
    pieces.push(['‣', [[REFERENCE, label]]])
    at = index + marker.length
  }
  if (at === 0) return [piece]
  addText(text.length)
  return pieces
}
