import type { ReactNode } from 'react'
import { NotionRenderer, useNotionContext } from 'react-notion-x'
import { Link } from '@/components/ui/link'
import { RichText } from '@/components/ui/rich-text'
import { type FormatOf, findFormat, getPlainText, type PreparedText, type TextPiece } from '@/lib/page/prepared-text'
import { getBlockColor } from '@/lib/page/read-values'
import { detectTextLanguage, getDirection } from '@/lib/workspace/read/scripts'
import type { Block } from '@/lib/workspace/record-map'
import type { BlockContext } from './block-family'
import type { LanguageAttributes, PreparedBlock } from './prepared-block'

/** The parts of a block with text. */
interface PreparedBlockText extends LanguageAttributes {
  text: PreparedText
  children: PreparedBlock[] | undefined
  color: string | undefined
  id?: string
}

/** Prepares the text and children of a block, with its color, its language if that differs, and its anchor if links lead to it. */
export function prepareBlockText(
  block: Block,
  preparation: BlockContext,
  isAnchored = preparation.isLinked(block),
): PreparedBlockText {
  const text = preparation.text(block.properties.title)
  const color = getBlockColor(block.format.block_color)
  const anchor = isAnchored ? { id: preparation.shown.anchor(block) } : {}
  return trackLanguage(text, preparation, (languageAttributes) => {
    const children = preparation.children(block)
    return { text, children: children.length === 0 ? undefined : children, color, ...anchor, ...languageAttributes }
  })
}

/** Calls `make` for a text and its children, for which the language of the text is the surrounding one. */
export function trackLanguage<Made>(
  text: PreparedText,
  preparation: BlockContext,
  make: (languageAttributes: LanguageAttributes) => Made,
): Made {
  const around = preparation.language
  const found = detectTextLanguage(getPlainText(text), preparation.latin) ?? around
  // A short Chinese text may have no character that distinguishes simplified from traditional writing.
  const lang = around.startsWith(`${found}-`) ? around : found
  preparation.language = lang
  try {
    return make(getLanguageChange(around, lang))
  } finally {
    preparation.language = around
  }
}

function getLanguageChange(around: string, lang: string): LanguageAttributes {
  if (lang === around) return {}
  const dir = getDirection(lang)
  return dir === getDirection(around) ? { lang } : { lang, dir }
}

/** Returns the class names of a block and of its color. */
export function classes(name: string, color: string | undefined): string {
  return color === undefined ? name : `${name} notion-${color}`
}

/** Returns the HTML attributes of a block with text. */
export const getTextAttributes = ({ id, lang, dir }: LanguageAttributes & { id?: string }) => ({ id, lang, dir })

export function Caption({ text }: { text: PreparedText | undefined }) {
  return text ? (
    <figcaption>
      <BlockText text={text} />
    </figcaption>
  ) : null
}

/**
 * Renders a text of a block, with what only the texts of pages contain. `RichText` renders the rest. It is also in the script of databases,
 * which need none of this.
 */
export function BlockText({ text }: { text: PreparedText | undefined }) {
  if (typeof text !== 'object') return <RichText text={text} />
  // The pieces of a text never move, so their indexes are their keys.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return text.map((piece, index) => <Piece key={index} piece={piece} />)
}

function Piece({ piece }: { piece: TextPiece }) {
  const reference = findFormat(piece, 'fn')
  if (reference !== undefined) return <FootnoteReference reference={reference} />
  const term = findFormat(piece, 't')
  if (term === undefined || typeof piece === 'string') return <RichText text={[piece]} />
  const [text, ...formats] = piece
  return (
    <Term term={term}>
      <RichText text={[[text, ...formats.filter((format) => format !== term)]]} />
    </Term>
  )
}

/** The ids of notes and of their markers. No anchor of a heading contains a colon. */
export const getNoteId = (number: number): string => `fn:${number}`

export const getReferenceId = (number: number, place: number): string =>
  place === 1 ? `fnref:${number}` : `fnref:${number}:${place}`

/** The marker of a footnote, which leads to its note. */
const FootnoteReference = ({ reference: [, , number, place] }: { reference: FormatOf<'fn'> }) => (
  <sup className="footnote">
    <a role="doc-noteref" id={getReferenceId(number, place)} href={`#${getNoteId(number)}`}>
      {number}
    </a>
  </sup>
)

/**
 * A term with its definition, which follows it for screen readers. A click or a tap opens it, and where browsers support it, the focus or a
 * resting pointer does, too. The browser closes it with the Escape key.
 */
function Term({ term: [, number, note], children }: { term: FormatOf<'t'>; children: ReactNode }) {
  const id = `term:${number}`
  // Not in React's types yet.
  const interest = { interestfor: id }
  return (
    <>
      <button type="button" className="term" popoverTarget={id} popoverTargetAction="show" {...interest}>
        {children}
      </button>
      <span className="term-note" id={id} popover="auto" lang={note.lang} dir={note.dir}>
        <Link className="link" href={note.path}>
          {note.term}
        </Link>{' '}
        {note.definition}
      </span>
    </>
  )
}

/** Passes the child blocks of one of our own blocks back to react-notion-x, which renders them. */
export function Children({ ids }: { ids: string[] | undefined }) {
  const { recordMap, components } = useNotionContext()
  return ids?.map((id) => (
    <NotionRenderer
      key={id}
      recordMap={recordMap}
      components={components}
      blockId={id}
      hideBlockId
      isImageZoomable={false}
    />
  ))
}
