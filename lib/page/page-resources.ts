import { getChildren, type PreparedBlock } from '../../blocks/prepared-block'
import type { PreparedText } from './prepared-text'

/** The blocks at the top, in which a visible layout shift must be avoided. */
const FIRST_BLOCKS = 2
/** The blocks that are visible before scrolling. Equations have no fallback font of the same width. */
const BLOCKS_IN_SIGHT = 6

/** Fonts that only some pages preload: the italics of the reading font, and two fonts of equations. */
export type PageFont = 'italic' | 'boldItalic' | 'mathMain' | 'mathItalic'

/**
 * Returns the fonts that a body needs at once, so that its first lines do not shift: italics for Latin letters (all text of a quote is
 * italic), and the fonts of inline equations.
 */
export function getPageFonts(body: readonly PreparedBlock[]): PageFont[] {
  const italics = body.slice(0, FIRST_BLOCKS).flatMap((block) => getItalics(getOwnText(block), block.type === 'quote'))
  return [...new Set([...italics, ...body.slice(0, BLOCKS_IN_SIGHT).flatMap(getFormulaFonts)])]
}

function getItalics(text: PreparedText | undefined, slanted: boolean): PageFont[] {
  if (!text) return []
  return (typeof text === 'string' ? [text] : text).flatMap((piece) => {
    const [words, ...formats] = typeof piece === 'string' ? [piece] : piece
    if (!(slanted || formats.includes('i')) || !/[A-Za-z]/.test(words)) return []
    return formats.includes('b') ? 'boldItalic' : 'italic'
  })
}

function getFormulaFonts(block: PreparedBlock): PageFont[] {
  const cells = block.type === 'table' ? block.rows.flatMap((row) => row.cells) : []
  return [...[getOwnText(block), ...cells].flatMap(getTextFonts), ...getChildren(block).flatMap(getFormulaFonts)]
}

function getOwnText(block: PreparedBlock): PreparedText | undefined {
  if ('text' in block) return block.text
  return 'caption' in block ? block.caption : undefined
}

function getTextFonts(text: PreparedText | undefined): PageFont[] {
  if (typeof text !== 'object') return []
  return text.flatMap((piece) => {
    const [, ...formats] = typeof piece === 'string' ? [piece] : piece
    return formats.flatMap((format) =>
      typeof format === 'object' && format[0] === 'e' ? getEquationFonts(format[1]) : [],
    )
  })
}

/** In KaTeX's markup, numbers and signs are in an element with one class; letters also have the class `mathnormal`. */
function getEquationFonts(formula: string): PageFont[] {
  const fonts: PageFont[] = /"m\w+">[^<]/.test(formula) ? ['mathMain'] : []
  return formula.includes('mathnormal') ? [...fonts, 'mathItalic'] : fonts
}

/** The player of YouTube videos. */
const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/** Returns the sources for `frame-src` of the Content Security Policy. Each host includes its subdomains, to which it may redirect. */
export function getFrameSources(body: readonly PreparedBlock[]): string[] {
  return [...new Set(collectAddresses(body).flatMap(toSources))].sort()
}

function collectAddresses(body: readonly PreparedBlock[]): string[] {
  return body.flatMap((block) => {
    if (block.type === 'embed') return [block.src]
    return block.type === 'youtube' ? [YOUTUBE_PLAYER] : collectAddresses(getChildren(block))
  })
}

function toSources(address: string): string[] {
  const { origin, hostname } = new URL(address)
  const name = hostname.replace(/^www\./, '')
  // An IP address has no subdomains, and an origin with a port is used as it is.
  const isName = /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*$/.test(name) && origin === `https://${hostname}`
  if (isName) return [`https://${name}`, `https://*.${name}`]
  // A host may contain characters that have a meaning in a policy.
  return /^https:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(origin) ? [origin] : []
}
