import { findBlockId, findPageId, toUuid } from '../ids'
import type { Block, Format, Piece, RichText } from '../record-map'
import { isObject } from '../values'

/**
 * An address of Notion in a text, with or without its scheme, up to a space, quote, bracket or comma, also of full width. It starts at the
 * beginning of a host name, so that a long text is read once.
 */
const ADDRESS =
  /(?<![\w.-])(?:https?:\/\/)?(?:[\w-]+\.)*notion\.(?:so|com|site)\/[^\s"'<>()[\]{},\u3001\u3002\uFF0C\uFF1B\uFF1A\uFF01\uFF1F\uFF08\uFF09\u300C-\u300F\u3010\u3011]+/gi
/** Part of each such address. Most texts have none, and looking for this takes a fraction of the time. */
const HOST = /notion\./i
const PUNCTUATION_AT_END = /[.;:!?…*_]+$/

const isPageAddress = (address: string): boolean => /^https?:\/\//i.test(address) && findPageId(address) !== undefined

/**
 * Reduces the address of a Notion page to the ids in it, because it contains the title of the page, which the reader may not be allowed to
 * read. Returns any other address as it is.
 *
 * @example reducePageAddress('https://www.notion.so/acme/Plans-0123…#4567…') // 'https://www.notion.so/0123…#4567…'
 */
export function reducePageAddress(address: string): string {
  const id = isPageAddress(address) ? findPageId(address) : undefined
  if (id === undefined) return address
  const url = new URL(address)
  const [block, view] = [findBlockId(address), toUuid(url.searchParams.get('v'))]
  const toBareId = (uuid: string) => uuid.replaceAll('-', '')
  const query = view === undefined || url.searchParams.has('p') ? '' : `?v=${toBareId(view)}`
  return `${url.origin}/${toBareId(id)}${query}${block === undefined ? '' : `#${toBareId(block)}`}`
}

/** Reduces the addresses of Notion pages in a text, in its links and in its link mentions. Returns a text without any as it is. */
export function reduceText(text: RichText): RichText {
  if (!text.some(mayHaveAddress)) return text
  return text.map(
    ([words, formats]): Piece =>
      formats === undefined ? [reduceWords(words)] : [reduceWords(words), formats.map(reduceFormat)],
  )
}

const mayHaveAddress = ([words, formats]: Piece): boolean =>
  HOST.test(words) || formats?.some(([kind]) => kind === 'a' || kind === 'lm') === true

function reduceWords(text: string): string {
  return text.replace(ADDRESS, (found) => {
    const end = PUNCTUATION_AT_END.exec(found)?.[0] ?? ''
    const address = found.slice(0, found.length - end.length)
    if (/^https?:/i.test(address)) return reducePageAddress(address) + end
    return reducePageAddress(`https://${address}`).replace('https://', '') + end
  })
}

function reduceFormat(format: Format): Format {
  const [kind, value] = format
  if (kind === 'a' && typeof value === 'string') return [kind, reducePageAddress(value)]
  if (kind !== 'lm' || !isObject(value) || typeof value.href !== 'string') return format
  // The title, description and pictures of a link mention are those of the page.
  return isPageAddress(value.href) ? [kind, { href: reducePageAddress(value.href) }] : format
}

/**
 * Reduces the addresses of Notion pages in a block, and removes what it shows of such a page. The text of code stays as it is. Changes the
 * block in place.
 */
export function reducePageAddresses(block: Block): void {
  const { properties, format } = block
  const { link } = properties
  for (const [id, text] of Object.entries(properties)) {
    if (block.type !== 'code' || id !== 'title') properties[id] = reduceText(text)
  }
  for (const key of ['display_source', 'original_url']) {
    const address = format[key]
    if (typeof address === 'string') format[key] = reducePageAddress(address)
  }
  const address = link?.[0]?.[0] ?? ''
  if (block.type === 'bookmark' && isPageAddress(address)) {
    for (const key of ['title', 'description']) delete properties[key]
    for (const key of ['bookmark_icon', 'bookmark_cover']) delete format[key]
  }
}
