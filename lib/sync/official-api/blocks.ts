import { toUuid } from '../../workspace/ids'
import type { Id, RichText } from '../../workspace/record-map'
import { type Fields, isObject, readIdentifier } from '../../workspace/values'
import type { Conversion } from './conversion'
import { convertOrigin } from './pages'
import { convertRichText } from './rich-text'

/** What a block's own type adds to its record. */
interface Content {
  type: string
  properties?: Record<string, RichText>
  format?: Fields
}

type Converter = (value: Fields, conversion: Conversion) => Content

/** Types whose text is the whole content, and the name of the type in record maps. */
const TEXTS: Readonly<Record<string, string>> = {
  paragraph: 'text',
  heading_1: 'header',
  heading_2: 'sub_header',
  heading_3: 'sub_sub_header',
  heading_4: 'header_4',
  bulleted_list_item: 'bulleted_list',
  numbered_list_item: 'numbered_list',
  to_do: 'to_do',
  toggle: 'toggle',
  quote: 'quote',
  callout: 'callout',
}

/** Types with the same name in record maps and no content of their own. */
const PLAIN = ['divider', 'breadcrumb', 'column_list', 'tab', 'table_of_contents'] as const
const FILES = ['image', 'video', 'audio', 'pdf', 'file'] as const

const OTHERS: Readonly<Record<string, Converter>> = {
  ...Object.fromEntries(PLAIN.map((type) => [type, () => ({ type })])),
  ...Object.fromEntries(FILES.map((type) => [type, createFileConverter(type)])),
  code: ({ rich_text, caption, language }, conversion) => {
    conversion.losses.add('code-wrap')
    return {
      type: 'code',
      properties: {
        title: convertRichText(rich_text, conversion),
        ...readCaption(caption, conversion),
        ...(typeof language === 'string' && { language: [[language]] }),
      },
    }
  },
  column: ({ width_ratio: ratio }) => ({
    type: 'column',
    ...(typeof ratio === 'number' && { format: { column_ratio: ratio } }),
  }),
  equation: ({ expression }) => ({
    type: 'equation',
    properties: { title: typeof expression === 'string' ? [[expression]] : [] },
  }),
  bookmark: (value, conversion) => {
    conversion.losses.add('bookmark')
    return convertBookmark(value, conversion)
  },
  link_preview: (value, conversion) => {
    conversion.losses.add('preview')
    return convertBookmark(value, conversion)
  },
  embed: (value, conversion) => {
    conversion.losses.add('media-size')
    // An HTML block is an embed of an uploaded file.
    const address = conversion.readFile(value) ?? conversion.readFile({ file: { url: value.url } })
    return {
      type: findEmbedType(address),
      properties: { ...readAddress('source', address), ...readCaption(value.caption, conversion) },
    }
  },
  table: ({ table_width: width, has_column_header, has_row_header }, conversion) => {
    conversion.losses.add('table-columns')
    return {
      type: 'table',
      format: {
        table_block_column_order: Array.from({ length: readWidth(width) }, (_, column) => String(column)),
        table_block_column_header: has_column_header === true,
        table_block_row_header: has_row_header === true,
      },
    }
  },
  table_row: ({ cells }, conversion) => ({
    type: 'table_row',
    properties: Object.fromEntries(
      (Array.isArray(cells) ? cells : [])
        .slice(0, MAX_COLUMNS)
        .map((cell, at) => [String(at), convertRichText(cell, conversion)]),
    ),
  }),
  synced_block: ({ synced_from: source }) => {
    const id = isObject(source) ? toUuid(source.block_id) : undefined
    if (id === undefined) return { type: 'transclusion_container' }
    return { type: 'transclusion_reference', format: { transclusion_reference_pointer: { id, table: 'block' } } }
  },
  link_to_page: ({ page_id, database_id }) => {
    const id = toUuid(page_id ?? database_id)
    return { type: 'alias', ...(id !== undefined && { format: { alias_pointer: { id, table: 'block' } } }) }
  },
  child_page: () => ({ type: 'page' }),
  // Whether it is a page of its own is known when the database has been fetched.
  child_database: () => ({ type: 'collection_view_page' }),
  meeting_notes: convertMeeting,
  transcription: convertMeeting,
  unsupported: ({ block_type: type }) => createUnsupported(type),
}

/** A block that the API does not return. The site shows the name of its type. */
function createUnsupported(type: unknown): Content {
  const name = readIdentifier(type)
  return { type: 'unsupported', ...(name !== undefined && { format: { unsupported_type: name } }) }
}

const MAX_COLUMNS = 500

/** Returns the record of a block, without its content; undefined for a block that is never shown, or that cannot be read. */
export function convertBlock(block: Fields, conversion: Conversion): (Fields & { id: Id; type: string }) | undefined {
  const id = toUuid(block.id)
  const { type } = block
  if (id === undefined || typeof type !== 'string' || type === 'template') return undefined
  const value = isObject(block[type]) ? block[type] : {}
  const { format = {}, ...content } = convertContent(type, value, conversion)
  const color = typeof value.color === 'string' && value.color !== 'default' ? { block_color: value.color } : {}
  const whole = { ...format, ...color }
  return {
    id,
    ...convertOrigin(block, conversion),
    ...content,
    ...(Object.keys(whole).length > 0 && { format: whole }),
  }
}

function convertContent(type: string, value: Fields, conversion: Conversion): Content {
  const text = Object.hasOwn(TEXTS, type) ? TEXTS[type] : undefined
  if (text !== undefined) return convertTextBlock(text, value, conversion)
  const convert = Object.hasOwn(OTHERS, type) ? OTHERS[type] : undefined
  return convert?.(value, conversion) ?? { type: readIdentifier(type) ?? 'unsupported' }
}

function convertTextBlock(type: string, value: Fields, conversion: Conversion): Content {
  const { rich_text, icon, is_toggleable, checked, list_start_index, list_format } = value
  const image = conversion.readIcon(icon)
  const properties: Record<string, RichText> = { title: convertRichText(rich_text, conversion) }
  if (checked === true) properties.checked = [['Yes']]
  return {
    type,
    properties,
    format: {
      ...(image !== undefined && { page_icon: image }),
      ...(is_toggleable === true && { toggleable: true }),
      ...(typeof list_start_index === 'number' && { list_start_index }),
      ...(typeof list_format === 'string' && { list_format }),
    },
  }
}

function createFileConverter(type: string): Converter {
  return (value, conversion) => {
    const { caption, name } = value
    if (type === 'file') conversion.losses.add('file-size')
    else if (type !== 'audio') conversion.losses.add('media-size')
    if (type === 'image') conversion.losses.add('alt-text')
    return {
      type,
      properties: {
        ...readAddress('source', conversion.readFile(value)),
        ...(typeof name === 'string' && name !== '' && { title: [[name]] }),
        ...readCaption(caption, conversion),
      },
    }
  }
}

function convertBookmark({ url, caption }: Fields, conversion: Conversion): Content {
  return { type: 'bookmark', properties: { ...readAddress('link', url), ...readCaption(caption, conversion) } }
}

/** Keeps which blocks are the summary, the notes and the transcript: the site shows the first two. */
function convertMeeting({ title, children }: Fields, conversion: Conversion): Content {
  conversion.losses.add('transcript')
  const sections = isObject(children) ? Object.entries(children) : []
  const format = Object.fromEntries(sections.flatMap(([name, id]) => (toUuid(id) === undefined ? [] : [[name, id]])))
  return { type: 'transcription', properties: { title: convertRichText(title, conversion) }, format }
}

const readAddress = (name: string, url: unknown): Record<string, RichText> =>
  typeof url === 'string' && url !== '' ? { [name]: [[url]] } : {}

function readCaption(caption: unknown, conversion: Conversion): Record<string, RichText> {
  const text = convertRichText(caption, conversion)
  return text.length === 0 ? {} : { caption: text }
}

const readWidth = (value: unknown): number =>
  typeof value === 'number' && value >= 0 ? Math.min(Math.floor(value), MAX_COLUMNS) : 0

/** Sites whose embeds have a block type of their own in record maps, by the pattern of host and path. */
const SITES: readonly (readonly [RegExp, string])[] = [
  [/^(?:www\.|mobile\.)?(?:twitter|x)\.com\/[^/]+\/status\//, 'tweet'],
  [/^gist\.github\.com\//, 'gist'],
  [/^(?:www\.)?figma\.com\//, 'figma'],
  [/^(?:maps\.google\.[a-z.]+|(?:www\.)?google\.[a-z.]+\/maps)/, 'maps'],
  [/^codepen\.io\//, 'codepen'],
  [/^(?:www\.)?(?:replit\.com|repl\.it)\//, 'replit'],
  [/^(?:[\w-]+\.)?typeform\.com\//, 'typeform'],
  [/^excalidraw\.com\//, 'excalidraw'],
]

/** Returns the block type of an embed. */
function findEmbedType(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'embed'
  const { host, pathname } = new URL(address)
  return SITES.find(([pattern]) => pattern.test(`${host}${pathname}`))?.[1] ?? 'embed'
}
