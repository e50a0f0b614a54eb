import { getBlockTraits } from '../block-traits'
import { findPageId } from '../ids'
import type { Block, Id, RichText } from '../record-map'
import { isObject } from '../values'

/** How the texts of a block become plain text. */
export interface BlockTextContext {
  toText(rich: RichText): string
  /** Returns the title of a page that the block links to as a whole; undefined if it is not known or may not be shown. */
  pageTitle?(id: Id): string | undefined
}

/** Returns the texts that a page shows of a block, in reading order, without those of the blocks in it and of the rows of tables. */
export function getBlockTexts(block: Block, { toText, pageTitle }: BlockTextContext): string[] {
  const { type, properties } = block
  const page = type === 'bookmark' ? findPageId(toText(properties.link ?? [])) : undefined
  const title = page === undefined ? undefined : pageTitle?.(page)
  if (title !== undefined) return [title, toText(properties.caption ?? [])].filter(hasText)
  return [getStoredTitle(block), ...getRichTexts(block, toText).map(toText)].filter(hasText)
}

/** Returns the properties of a block that the page shows as texts, in reading order. */
export function getRichTexts(block: Block, toText: BlockTextContext['toText']): RichText[] {
  return (getBlockTraits(block.type).texts ?? []).flatMap((name) => {
    const rich = block.properties[name] ?? []
    const text = toText(rich)
    return hasText(text) && !isReplaced(block, name, text) ? [rich] : []
  })
}

/** Whether the page shows something else than a text: an address as a caption makes the picture a link, and a bookmark shows its host. */
const isReplaced = ({ type }: Block, name: string, text: string): boolean =>
  (type === 'image' && name === 'caption' && isLinkCaption(text)) ||
  (type === 'bookmark' && name === 'title' && isAddressTitle(text))

/** Whether the caption of a picture is an address, which is not shown: it makes the picture a link. */
export function isLinkCaption(caption: string): boolean {
  const address = caption.trim()
  if (/^\/[^\s/]\S*$/.test(address)) return findPageId(address) !== undefined
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) && new URL(address).hostname.includes('.')
}

/** Whether the title of a bookmark is an address, because the title of its page is not known. */
export const isAddressTitle = (title: string): boolean => title.trim().startsWith('http')

/** Returns the title that Notion stores for a file of Google Drive or an object of another service. */
export function getStoredTitle({ format }: Block): string {
  const { drive_properties: drive, attributes } = format
  if (isObject(drive) && typeof drive.url === 'string') return typeof drive.title === 'string' ? drive.title : ''
  const attribute = Array.isArray(attributes) ? attributes.filter(isObject).find(({ id }) => id === 'title') : undefined
  const [value] = Array.isArray(attribute?.values) ? attribute.values : []
  return typeof value === 'string' ? value : ''
}

const hasText = (text: string): boolean => text.trim() !== ''
