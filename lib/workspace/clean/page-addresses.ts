import { findBlockId, findPageId, toUuid } from '../ids'
import type { Block, Format, Piece, RichText } from '../record-map'
import { isObject } from '../values'

const HOST = 'notion.'
/** Splits a text at spaces, quotes, brackets and full-width punctuation, which no address contains. */
const BETWEEN_WORDS = /([\s"'<>()[\]{}、。，；：！？（）「」『』【】]+)/
const AT_END = /[.,;:!?…*_]+$/

/**
 * Reduces the address of a Notion page to the ids in it, because it contains the title of the page, which the reader may not be allowed to
 * read. Returns any other address as it is.
 *
 * @example reducePageAddress('https://www.notion.so/acme/Plans-0123…#4567…') // 'https://www.notion.so/0123…#4567…'
 */
export function reducePageAddress(address: string): string {
  if (!/^https?:\/\//i.test(address)) return address
  const id = findPageId(address)
  if (id === undefined) return address
  const url = new URL(address)
  const [block, view] = [findBlockId(address), toUuid(url.searchParams.get('v'))]
  const toBareId = (uuid: string) => uuid.replaceAll('-', '')
  const query = view === undefined || url.searchParams.has('p') ? '' : `?v=${toBareId(view)}`
  return `${url.origin}/${toBareId(id)}${query}${block === undefined ? '' : `#${toBareId(block)}`}`
}

/** Reduces the addresses of Notion pages in a text, in its links and in its link mentions. */
function reduceText(text: RichText): RichText {
  return text.map(
    ([words, formats]): Piece =>
      formats === undefined ? [reduceWords(words)] : [reduceWords(words), formats.map(reduceFormat)],
  )
}

function reduceWords(text: string): string {
  if (!text.includes(HOST)) return text
  return text
    .split(BETWEEN_WORDS)
    .map((word) => (word.includes(HOST) ? reduceWord(word) : word))
    .join('')
}

function reduceWord(word: string): string {
  const end = AT_END.exec(word)?.[0] ?? ''
  const start = Math.max(0, word.search(/https?:\/\//i))
  const address = word.slice(start, word.length - end.length)
  if (/^https?:/i.test(address)) return word.slice(0, start) + reducePageAddress(address) + end
  return reducePageAddress(`https://${address}`).replace('https://', '') + end
}

function reduceFormat(format: Format): Format {
  const [kind, value] = format
  if (kind === 'a' && typeof value === 'string') return [kind, reducePageAddress(value)]
  if (kind !== 'lm' || !isObject(value) || typeof value.href !== 'string') return format
  // The title, description and pictures of a link mention are those of the page.
  const href = reducePageAddress(value.href)
  return href === value.href ? format : [kind, { href }]
}

/** Reduces the addresses of Notion pages in a block, and removes what it shows of such a page. The text of code stays as it is. */
export function reducePageAddresses(block: Block): Block {
  const properties = Object.fromEntries(
    Object.entries(block.properties).map(([id, text]) => [
      id,
      block.type === 'code' && id === 'title' ? text : reduceText(text),
    ]),
  )
  const format = { ...block.format }
  for (const key of ['display_source', 'original_url', 'uri']) {
    const address = format[key]
    if (typeof address === 'string') format[key] = reducePageAddress(address)
  }
  const address = block.properties.link?.[0]?.[0] ?? ''
  if (block.type === 'bookmark' && reducePageAddress(address) !== address) {
    for (const key of ['title', 'description']) delete properties[key]
    for (const key of ['bookmark_icon', 'bookmark_cover']) delete format[key]
  }
  return { ...block, properties, format }
}
