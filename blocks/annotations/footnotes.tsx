import type { FootnoteDefinition } from 'mdast'
import { findFormat, type PreparedText, type TextPiece } from '@/lib/page/prepared-text'
import { getFootnoteLabel } from '@/lib/workspace/read/footnotes'
import type { Block } from '@/lib/workspace/record-map'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, BlockFamily, BlockProps } from '../block-family'
import { BlockText, Children, getNoteId, getReferenceId, prepareBlockText } from '../block-parts'
import { convertParagraph } from '../phrasing'
import { getChildren, type PreparedBlock, type PreparedBlockOf } from '../prepared-block'

/** The most links from a note back to its markers. */
const MAX_BACKLINKS = 20

export const hasFootnotes = (blocks: readonly PreparedBlock[]): boolean =>
  blocks.some(({ type }) => type === 'footnotes')

export const isFootnote = (block: Block): boolean => getFootnoteLabel(block) !== undefined

/** Prepares the notes of a page. `numberFootnotes` numbers them. */
export function prepareFootnotes(blocks: readonly Block[], preparation: BlockContext): PreparedBlock | undefined {
  const notes = blocks.flatMap(
    (block) => preparation.shown.visit(block, () => prepareFootnote(block, preparation)) ?? [],
  )
  if (notes.length === 0) return undefined
  return { type: 'footnotes', label: getMessages(preparation).label, children: notes }
}

const prepareFootnote = (block: Block, preparation: BlockContext): PreparedBlockOf<'footnote'> => ({
  type: 'footnote',
  name: getFootnoteLabel(block) ?? '',
  number: 0,
  references: 0,
  back: [],
  ...prepareBlockText(block, preparation),
})

const getMessages = ({ context }: BlockContext) => getEmbedMessages(context.locale).footnotes

/**
 * Numbers the notes of a page by their first markers in reading order, and the markers of each note. Notes come into this order. Markers
 * without a note are removed, and notes without a marker are last: a viewer may not see a synced block that contains it.
 */
export function numberFootnotes(blocks: readonly PreparedBlock[], preparation: BlockContext): void {
  const list = blocks.findLast((block) => block.type === 'footnotes')
  const notes = new Map(list?.children?.map((note) => [note.name, note]))
  let count = 0
  const number = (piece: TextPiece): TextPiece[] => {
    const format = findFormat(piece, 'fn')
    if (format === undefined) return [piece]
    const note = notes.get(format[1])
    if (note === undefined) return []
    if (note.number === 0) note.number = ++count
    return [['', ['fn', note.name, note.number, ++note.references]]]
  }
  mapTexts(blocks, (text) => (typeof text === 'string' ? text : text.flatMap(number)))
  const { back } = getMessages(preparation)
  for (const note of notes.values()) {
    if (note.number === 0) note.number = ++count
    const places = Array.from({ length: Math.min(note.references, MAX_BACKLINKS) }, (_, at) => at + 1)
    note.back = places.map((place) => back(note.number, place))
  }
  list?.children?.sort((a, b) => a.number - b.number)
}

/** Replaces the texts of blocks, in reading order. */
function mapTexts(blocks: readonly PreparedBlock[], map: (text: PreparedText) => PreparedText): void {
  for (const block of blocks) {
    if ('text' in block && block.text !== undefined) block.text = map(block.text)
    if ('caption' in block && block.caption !== undefined) block.caption = map(block.caption)
    if (block.type === 'table') for (const row of block.rows) row.cells = row.cells.map(map)
    mapTexts(getChildren(block), map)
  }
}

function Footnotes({ block, content }: BlockProps<'footnotes'>) {
  return (
    <section className="footnotes" role="doc-endnotes" aria-label={block.label}>
      <ol className="block-list">
        <Children ids={content} />
      </ol>
    </section>
  )
}

function Footnote({ block, content }: BlockProps<'footnote'>) {
  const { text, number, back } = block
  return (
    <li id={getNoteId(number)} lang={block.lang} dir={block.dir}>
      <span className="block-line" id={block.id}>
        <BlockText text={text} />
        {back.map((label, at) => (
          <BackLink key={label} label={label} target={getReferenceId(number, at + 1)} />
        ))}
      </span>
      <Children ids={content} />
    </li>
  )
}

const BackLink = ({ label, target }: { label: string; target: string }) => (
  <>
    {' '}
    <a className="footnote-back" role="doc-backlink" href={`#${target}`} aria-label={label}>
      ↩︎
    </a>
  </>
)

export const FOOTNOTES = {
  prepare: {},
  outputs: {
    footnotes: { Html: Footnotes, toMarkdown: (block, { convertChildren }) => convertChildren(block) },
    footnote: {
      Html: Footnote,
      toMarkdown: (block, { toAbsolute, convertChildren }): FootnoteDefinition[] => [
        {
          type: 'footnoteDefinition',
          identifier: block.name,
          label: block.name,
          children: [...convertParagraph(block.text, toAbsolute), ...convertChildren(block)],
        },
      ],
    },
  },
} satisfies BlockFamily
