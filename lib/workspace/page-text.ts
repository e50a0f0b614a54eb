import { pageIdIn } from './ids'
import { isSiteTable } from './look-table'
import type { Block, Id, RichText } from './record-map'
import { contentIds } from './split'
import type { StoredPage } from './stored'
import { containerShown } from './synced'
import { type MentionNames, plainText } from './text'
import { isObject } from './values'

/** The words of a page that stand under one heading, as a reader sees them. */
export interface PageSection {
  /** Empty above the first heading. */
  heading: string
  /** The heading's anchor in the page. */
  anchor?: string
  /** One block a line. */
  text: string
}

/** What a page may say of the world around it; everything answered must be readable to whoever reads the text. */
export interface TextWorld extends MentionNames {
  /** The name of a database that the page shows. */
  collectionName(id: Id): string | undefined
  /** Whether the container of a synced block that lies on another page is shown. */
  mayShow(container: Id): boolean
  /** On the root page, the table that says who may read what is never shown. */
  isRoot: boolean
}

/** Bounds of one page, against content that shows itself again and again through synced blocks. */
const DEEPEST = 60
const MOST_BLOCKS = 60_000
const LONGEST = 1_000_000

const HEADINGS: ReadonlySet<string> = new Set(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/** The texts of each type of block, in the order in which they are read; blocks of other types say nothing. */
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

/** Types with content that is shown. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...['bulleted_list', 'callout', 'column', 'column_list', 'numbered_list', 'quote', 'tab', 'text', 'to_do', 'toggle'],
  'transclusion_container',
])

/**
 * A page's body as plain text by its headings: what is shown and nothing else. The first section is what stands above the
 * first heading. Takes time in proportion to the number of blocks; never throws.
 */
export function pageSections(page: StoredPage, world: TextWorld): PageSection[] {
  const root = page.blocks[page.id]
  const sections: { heading: string; anchor?: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  const own = contentIds(page)
  const anchors = new Map<string, number>()
  const around: Block[] = []
  let [blocks, characters] = [MOST_BLOCKS, LONGEST]

  const say = (line: string) => {
    if (line.trim() === '' || characters < line.length) return
    characters -= line.length
    sections.at(-1)?.lines.push(line)
  }
  const words = (rich: RichText | undefined) => (rich === undefined ? '' : plainText(rich, world))

  const walk = (block: Block): void => {
    if (!block.alive || blocks-- <= 0 || around.length > DEEPEST || around.includes(block)) return
    around.push(block)
    if (HEADINGS.has(block.type)) {
      const heading = words(block.properties.title).trim()
      if (heading !== '') sections.push({ heading, anchor: anchorOf(block.id), lines: [] })
    } else if (block.type === 'table') {
      if (!((world.isRoot || !own.has(block.id)) && isSiteTable(block, page.blocks))) tableRows(block).forEach(say)
    } else if (block.type === 'collection_view') {
      if (block.format.hide_inline_collection_name !== true) say(world.collectionName(block.collection_id ?? '') ?? '')
    } else if (block.type === 'transclusion_reference') {
      const container = page.blocks[containerShown(block) ?? '']
      if (container !== undefined && (own.has(container.id) || world.mayShow(container.id))) walk(container)
    } else {
      for (const text of textsOf(block)) say(text)
    }
    if (HOLDERS.has(block.type)) walkContent(block)
    around.pop()
  }
  const walkContent = (block: Block) => {
    for (const id of block.content) {
      const child = page.blocks[id]
      if (child !== undefined) walk(child)
    }
  }
  const textsOf = ({ type, properties, format }: Block): string[] => {
    const keys = Object.hasOwn(TEXTS, type) ? (TEXTS[type] ?? []) : []
    const texts = keys.map((key) => words(properties[key])).filter((text) => !(type === 'image' && isAddress(text)))
    const drive = type === 'drive' && isObject(format.drive_properties) ? format.drive_properties.title : undefined
    return typeof drive === 'string' ? [drive, ...texts] : texts
  }
  const tableRows = (table: Block): string[] => {
    const rows = table.content.flatMap((id) => (page.blocks[id]?.type === 'table_row' ? [page.blocks[id]] : []))
    const order = table.format.table_block_column_order
    const listed = Array.isArray(order) ? order.filter((key): key is string => typeof key === 'string') : []
    const keys = listed.length > 0 ? listed : [...new Set(rows.flatMap((row) => Object.keys(row.properties)))]
    return rows.map((row) =>
      keys
        .map((key) => (Object.hasOwn(row.properties, key) ? words(row.properties[key]) : ''))
        .filter((cell) => cell.trim() !== '')
        .join(' · '),
    )
  }
  /** As the page's own headings: the second of the same block gets a number. */
  const anchorOf = (id: Id): string => {
    const bare = id.replaceAll('-', '')
    const count = (anchors.get(bare) ?? 0) + 1
    anchors.set(bare, count)
    return count === 1 ? bare : `${bare}-${count}`
  }

  if (root !== undefined) walkContent(root)
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
}

/** A picture's caption that is nothing but an address makes it a link, and is not shown. */
const isAddress = (caption: string) =>
  /^\S+$/.test(caption.trim()) && (pageIdIn(caption.trim()) !== undefined || URL.canParse(caption.trim()))
