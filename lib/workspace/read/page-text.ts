import { findPageId } from '../ids'
import type { Block, Id, RichText } from '../record-map'
import type { StoredPage } from '../stored'
import { CONTAINER_TYPES } from '../supported'
import { type MentionNames, toPlainText } from '../text'
import { isObject } from '../values'
import { PageBlocks, type ShownRules } from './page-blocks'

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

const HEADINGS: ReadonlySet<string> = new Set(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/** The properties with text of each block type, in reading order. Other types have no text. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  audio: ['caption'],
  bookmark: ['title', 'description', 'caption'],
  bulleted_list: ['title'],
  button: ['title'],
  callout: ['title'],
  code: ['title', 'caption'],
  codepen: ['caption'],
  column: [],
  column_list: [],
  drive: ['caption'],
  embed: ['caption'],
  equation: ['title'],
  excalidraw: ['caption'],
  figma: ['caption'],
  file: ['title', 'caption'],
  gist: ['caption'],
  image: ['caption', 'alt_text'],
  maps: ['caption'],
  numbered_list: ['title'],
  pdf: ['title', 'caption'],
  quote: ['title'],
  replit: ['caption'],
  tab: ['title'],
  text: ['title'],
  to_do: ['title'],
  toggle: ['title'],
  transclusion_container: [],
  tweet: ['caption'],
  typeform: ['caption'],
  video: ['caption'],
}

/**
 * Returns the visible text of a page's body by headings. The first section is the text above the first heading. Takes time in proportion
 * to the number of blocks. Never throws. Calls `onCut` for each line that is left out.
 */
export function getPageSections(page: StoredPage, context: TextContext, onCut = () => {}): PageSection[] {
  const root = page.blocks[page.id]
  const sections: { heading: string; anchor?: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  const blocks = new PageBlocks(page, context)
  let characters = MAX_CHARACTERS

  const addLine = (line: string) => {
    if (line.trim() === '') return
    if (characters < line.length) return onCut()
    characters -= line.length
    sections.at(-1)?.lines.push(line)
  }
  const toText = (rich: RichText | undefined) => (rich === undefined ? '' : toPlainText(rich, context))

  const walk = (block: Block): void => blocks.visit(block, read)
  const read = (block: Block): void => {
    if (HEADINGS.has(block.type)) {
      const heading = toText(block.properties.title).trim()
      if (heading !== '') sections.push({ heading, anchor: blocks.anchor(block), lines: [] })
    } else if (block.type === 'table') {
      const table = blocks.table(block)
      for (const row of table?.rows ?? []) addLine(getRowText(row, table?.keys ?? []))
    } else if (block.type === 'collection_view') {
      if (block.format.hide_inline_collection_name !== true)
        addLine(context.collectionName(block.collection_id ?? '') ?? '')
    } else if (block.type === 'transclusion_reference') {
      const container = blocks.synced(block)
      if (container !== undefined) walk(container)
    } else {
      for (const text of getTexts(block)) addLine(text)
    }
    if (block.type !== 'table' && CONTAINER_TYPES.has(block.type)) blocks.children(block).forEach(walk)
  }
  const getTexts = ({ type, properties, format }: Block): string[] => {
    const keys = Object.hasOwn(TEXTS, type) ? (TEXTS[type] ?? []) : []
    const texts = keys.map((key) => toText(properties[key])).filter((text) => !(type === 'image' && isAddress(text)))
    const drive = type === 'drive' && isObject(format.drive_properties) ? format.drive_properties.title : undefined
    return typeof drive === 'string' ? [drive, ...texts] : texts
  }
  const getRowText = ({ properties }: Block, keys: readonly string[]): string =>
    keys
      .map((key) => (Object.hasOwn(properties, key) ? toText(properties[key]) : ''))
      .filter((cell) => cell.trim() !== '')
      .join(' · ')

  if (root !== undefined) blocks.children(root).forEach(walk)
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

/** A caption that consists of an address is not shown: it makes the picture a link. */
const isAddress = (caption: string) =>
  /^\S+$/.test(caption.trim()) && (findPageId(caption.trim()) !== undefined || URL.canParse(caption.trim()))
