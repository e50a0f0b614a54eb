import { getBlockTraits, isWidget } from '../block-traits'
import { findPageId } from '../ids'
import type { Block, Id, RichText } from '../record-map'
import type { StoredPage } from '../stored'
import { type MentionNames, toPlainText } from '../text'
import { isObject } from '../values'
import { HEADING_TYPES } from './heading-anchors'
import { PageBlocks, type ShownRules } from './page-blocks'
import { toPlainSigns } from './plain-signs'

/** The text of a page under one heading. */
export interface PageSection {
  /** Empty above the first heading. */
  heading: string
  /** The anchor of the heading. */
  anchor?: string
  /** One line for each block. */
  text: string
}

/** What the text of a page needs from the rest of the site. All readers of the text must be allowed to read what it returns. */
export interface TextContext extends MentionNames, ShownRules {
  isRoot: boolean
  /** Returns the name of a database that the page shows. */
  collectionName(id: Id): string | undefined
}

/** The maximum number of characters of a page. */
const MAX_CHARACTERS = 1_000_000

/**
 * Returns the visible text of a page's body by headings. The first section is the text above the first heading. Takes time in proportion
 * to the number of blocks. Never throws. Calls `onCut` for each line that is left out.
 */
export function getPageSections(page: StoredPage, context: TextContext, onCut = () => {}): PageSection[] {
  const sections: { heading: string; anchor?: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  const blocks = new PageBlocks(page, context)
  let characters = MAX_CHARACTERS

  const addLine = (line: string) => {
    if (line.trim() === '') return
    if (characters < line.length) return onCut()
    characters -= line.length
    sections.at(-1)?.lines.push(line)
  }
  const toText = (rich: RichText) => toPlainText(rich, { ...context, equation: toPlainSigns })
  const texts = { toText, pageTitle: context.page }

  const getRowText = ({ properties }: Block, keys: readonly string[]): string =>
    keys
      .map((key) => (Object.hasOwn(properties, key) ? toText(properties[key] ?? []) : ''))
      .filter((cell) => cell.trim() !== '')
      .join(' · ')

  blocks.walk((block, table) => {
    if (HEADING_TYPES.has(block.type)) {
      const heading = toText(block.properties.title ?? []).trim()
      if (heading !== '')
        sections.push({ heading, anchor: blocks.headingAnchor(block) ?? blocks.anchor(block), lines: [] })
    } else if (table !== undefined) {
      for (const row of table.rows) addLine(getRowText(row, table.keys))
    } else if (block.type === 'collection_view') {
      const isShown = block.view_ids?.some((view) => Object.hasOwn(page.views, view)) === true
      const [view = ''] = block.view_ids ?? []
      const ownName = isWidget(block) ? page.views[view]?.name.trim() : ''
      if (isShown && block.format.hide_inline_collection_name !== true)
        addLine(ownName || (context.collectionName(block.collection_id ?? '') ?? ''))
    } else {
      for (const text of getBlockTexts(block, texts)) addLine(block.type === 'equation' ? toPlainSigns(text) : text)
    }
  })
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
}

/** Whether the text of a page is longer than what {@link getPageSections} returns of it. */
export function isTextCut(page: StoredPage): boolean {
  const lengths = Object.values(page.blocks).flatMap(({ properties }) => Object.values(properties).map(getLength))
  if (lengths.reduce((sum, length) => sum + length, 0) <= MAX_CHARACTERS) return false
  let isCut = false
  const none = () => undefined
  getPageSections(page, { isRoot: false, page: none, user: none, collectionName: none, mayShow: () => true }, () => {
    isCut = true
  })
  return isCut
}

const getLength = (text: RichText) => text.reduce((sum, [piece]) => sum + piece.length, 0)

/** How the texts of a block become plain text. */
interface BlockTextContext {
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
