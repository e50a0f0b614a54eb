import type { Block, Id, RichText } from './record-map'
import { isPlaceholder } from './text'

/** What the site shows of the blocks of one type. All outputs of a page follow from it. */
interface BlockTraits {
  /** The properties with text, in reading order. */
  texts?: readonly string[]
  /** Those of the texts that are shown without formats and links. */
  plain?: readonly string[]
  /** Whether the plain text is source code, in which mentions have no meaning. */
  isSource?: true
  /** The other properties. */
  values?: readonly string[]
  /** The fields among {@link LIMITED_FIELDS}. */
  fields?: readonly string[]
  /** Which blocks of its content it shows; without it, none. */
  content?: 'blocks' | 'columns' | 'rows'
  /** Whether its text consists of sentences, for descriptions. */
  isProse?: true
  /** Whether it shows something at an address. Without a valid one, only its texts are shown. */
  needsAddress?: true
}

const prose: BlockTraits = { texts: ['title'], content: 'blocks', isProse: true }
const heading: BlockTraits = { texts: ['title'], content: 'blocks' }
const media: BlockTraits = { values: ['source'], needsAddress: true }
const EMBED_FIELDS = ['display_source', 'link_title'] as const
const embed: BlockTraits = {
  texts: ['caption'],
  values: ['source'],
  fields: EMBED_FIELDS,
  needsAddress: true,
}
const post: BlockTraits = { ...embed, fields: ['display_source'] }
const namedFile: BlockTraits = {
  texts: ['title', 'caption'],
  plain: ['title'],
  values: ['source', 'size'],
  needsAddress: true,
}

/** The supported types of blocks. */
const TRAITS = {
  alias: { fields: ['alias_pointer'] },
  audio: { ...media, texts: ['caption'] },
  bookmark: {
    texts: ['title', 'description', 'caption'],
    plain: ['title', 'description'],
    values: ['link'],
    fields: ['bookmark_icon', 'bookmark_cover'],
    needsAddress: true,
  },
  breadcrumb: {},
  bulleted_list: prose,
  button: { texts: ['title'], plain: ['title'], values: ['link'] },
  callout: { ...prose, fields: ['page_icon'] },
  code: { texts: ['title', 'caption'], plain: ['title'], isSource: true, values: ['language'] },
  codepen: embed,
  collection_view: {},
  collection_view_page: { fields: ['page_icon', 'page_cover'] },
  column: { content: 'blocks' },
  column_list: { content: 'columns' },
  divider: {},
  drive: { ...embed, fields: ['display_source', 'link_title', 'drive_properties'] },
  embed: { ...embed, fields: [...EMBED_FIELDS, 'embed_variant'] },
  equation: { texts: ['title'], plain: ['title'], isSource: true },
  excalidraw: embed,
  external_object_instance: { fields: ['original_url', 'attributes', 'domain'], needsAddress: true },
  figma: embed,
  file: namedFile,
  gist: post,
  header: heading,
  header_4: heading,
  image: { ...media, texts: ['caption', 'alt_text'], plain: ['alt_text'] },
  maps: embed,
  numbered_list: prose,
  page: { fields: ['page_icon', 'page_cover'] },
  pdf: namedFile,
  quote: prose,
  replit: embed,
  sub_header: heading,
  sub_sub_header: heading,
  tab: { content: 'blocks' },
  table: { content: 'rows' },
  table_of_contents: {},
  text: prose,
  to_do: { ...prose, values: ['checked'] },
  toggle: prose,
  transclusion_container: { content: 'blocks' },
  transclusion_reference: { fields: ['transclusion_reference_pointer'] },
  tweet: post,
  typeform: embed,
  video: embed,
} as const satisfies Record<string, BlockTraits>

export type BlockType = keyof typeof TRAITS

/** The supported block types. Of other blocks, only the text and the address are shown, and editors get a remark. */
export const BLOCK_TYPES = Object.keys(TRAITS) as readonly BlockType[]

/**
 * What is shown of a block of an unknown type. The blocks in it are not shown, because the Notion app may hide them, as it does with the
 * transcript of a meeting and the content that a button inserts.
 */
const UNKNOWN: BlockTraits = {
  texts: ['title', 'caption'],
  plain: ['title', 'caption'],
  values: ['source', 'link'],
  fields: ['display_source', 'original_url'],
}

/** Fields of a block's format that contain text, addresses or ids. Each type has its own; other fields are settings. */
const LIMITED_FIELDS: ReadonlySet<string> = new Set(
  Object.values(TRAITS).flatMap((traits: BlockTraits) => traits.fields ?? []),
)

/** Whether blocks of a type are supported. */
export const isBlockType = (type: string): type is BlockType => Object.hasOwn(TRAITS, type)

/** Returns the name of a block's type. The official API names the type of a block that it does not return. */
export const getTypeName = ({ type, format }: Block): string =>
  typeof format.unsupported_type === 'string' ? format.unsupported_type : type

/** Returns what the site shows of the blocks of a type. */
export const getBlockTraits = (type: string): BlockTraits => (isBlockType(type) ? TRAITS[type] : UNKNOWN)

/** Whether a block shows another one that is in its content. */
export function isShownIn(container: Block, block: Block): boolean {
  const { content } = getBlockTraits(container.type)
  if (content === 'rows' || block.type === 'table_row') return content === 'rows' && block.type === 'table_row'
  if (content === 'columns') return block.type === 'column'
  // The further collections of a database have a block each, and so have the widgets of a dashboard.
  if (container.type === 'collection_view_page') return block.type === 'collection_view' || isWidget(block)
  const sections = getSections(container)
  return (content === 'blocks' || container.type === 'page') && (sections?.includes(block.id) ?? true)
}

/** Whether a block was made for one view of a dashboard, or for a row of them. Cleaning removes this setting from all other blocks. */
export const isWidget = ({ format }: Block): boolean => format.is_widget === true

/** Whether a database has no views besides dashboards, whose views are in other blocks. Cleaning removes this setting from all other blocks. */
export const isDashboard = ({ format }: Block): boolean => format.is_dashboard === true

/** Returns the blocks that a block is limited to, such as the summary and the notes of a meeting; undefined if it shows its whole content. */
export function getSections({ format }: Block): readonly Id[] | undefined {
  return Array.isArray(format.shown_sections) ? format.shown_sections : undefined
}

/**
 * Returns a block without the properties and settings that the site does not show. `columns` are those of the table of a row; without
 * them, every cell is kept.
 */
export function reduceToShown(block: Block, columns?: readonly string[]): Block {
  if (block.type === 'table_row' && columns === undefined) return block
  const { texts = [], values = [], fields = [], plain = [], isSource = false } = getBlockTraits(block.type)
  const names: readonly string[] = columns ?? [...texts, ...values]
  // The pictures of a bookmark are part of its link.
  const shownFields: readonly string[] = block.type === 'bookmark' && isEmpty(block.properties.link) ? [] : fields
  const isFieldShown = (field: string) =>
    !LIMITED_FIELDS.has(field) ||
    shownFields.includes(field) ||
    (field === 'display_source' && showsFallback(block, values))
  const kept = keep(block.properties, (name) => names.includes(name))
  const properties = removeFormats(kept, plain, isSource)
  const format = keep(block.format, isFieldShown)
  return properties === block.properties && format === block.format ? block : { ...block, properties, format }
}

/** Returns properties without the formats of texts that are shown as plain text. Mentions keep theirs, which contain the text. */
function removeFormats(
  properties: Block['properties'],
  plain: readonly string[],
  isSource: boolean,
): Block['properties'] {
  const hasFormats = (name: string) => properties[name]?.some(([, formats]) => formats !== undefined) === true
  if (!plain.some(hasFormats)) return properties
  const removed = plain.filter(hasFormats).map((name): [string, RichText] => {
    const text = properties[name] ?? []
    if (isSource) return [name, [[text.map(([piece]) => piece).join('')]]]
    return [name, text.map((piece) => (isPlaceholder(piece[0]) ? piece : [piece[0]]))]
  })
  return { ...properties, ...Object.fromEntries(removed) }
}

/** Media without a source are loaded from the address that is stored for the app. */
const showsFallback = ({ properties }: Block, values: readonly string[]): boolean =>
  values.includes('source') && isEmpty(properties.source)

const isEmpty = (text: RichText | undefined): boolean => (text?.[0]?.[0] ?? '').trim() === ''

/** Returns a record with some of its keys; the record itself if these are all. */
function keep<Value>(record: Record<string, Value>, isKept: (key: string) => boolean): Record<string, Value> {
  const keys = Object.keys(record)
  const kept = keys.filter(isKept)
  return kept.length === keys.length
    ? record
    : Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)))
}
