import { idOf } from '../../support/records'

type Text = string | [text: string, formats?: unknown[]][]

/** A block as a workspace stores it, without what every block has. */
export interface Raw {
  type: string
  /** A name; blocks without one are numbered. */
  name?: string
  title?: Text
  properties?: Record<string, Text>
  format?: Record<string, unknown>
  content?: Raw[]
  /** Any other field of the record. */
  more?: Record<string, unknown>
}

/** The other tables of a record map, records by id, and pages beside the one that is shown. */
export interface Tables {
  collection?: Record<string, unknown>
  collection_view?: Record<string, unknown>
  collection_query?: Record<string, unknown>
  notion_user?: Record<string, unknown>
  signed_urls?: Record<string, string>
  preview_images?: Record<string, unknown>
  custom_emoji?: Record<string, unknown>
  /** Blocks that are not in the content: rows, other pages, external objects. */
  block?: Record<string, Raw & { parent?: string; table?: string }>
}

export const PAGE = 'The page'

const rich = (text: Text) => (typeof text === 'string' ? [[text]] : text)
const nested = (records: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(records).map(([name, value]) => [idOf(name), { role: 'reader', value }]))

/** A record map of one page with this content, as the workspace would send it; records are named, not numbered. */
export function mapOf(content: Raw[], tables: Tables = {}): Record<string, unknown> {
  const block: Record<string, unknown> = {}
  let count = 0
  const add = (raw: Raw, parent: string, table: string): string => {
    const { type, name = `${raw.type} ${++count}`, title, properties, format, more } = raw
    const texts = Object.entries({ ...(title !== undefined && { title }), ...properties })
    const id = idOf(name)
    const value = {
      id,
      type,
      parent_id: idOf(parent),
      parent_table: table,
      alive: true,
      created_time: Date.UTC(2024, 0, 2, 9, 30),
      last_edited_time: Date.UTC(2024, 1, 3, 16, 5),
      ...(texts.length > 0 && { properties: Object.fromEntries(texts.map(([key, text]) => [key, rich(text)])) }),
      ...(format && { format }),
      ...(raw.content && { content: raw.content.map((child) => add(child, name, 'block')) }),
      ...more,
    }
    block[id] = { role: 'reader', value }
    return id
  }
  add({ type: 'page', name: PAGE, title: PAGE, content }, 'the space', 'space')
  for (const [name, raw] of Object.entries(tables.block ?? {})) {
    add({ ...raw, name }, raw.parent ?? PAGE, raw.table ?? 'block')
  }
  return {
    block,
    collection: nested(tables.collection),
    collection_view: nested(tables.collection_view),
    collection_query: tables.collection_query ?? {},
    notion_user: nested(tables.notion_user),
    signed_urls: tables.signed_urls ?? {},
    preview_images: tables.preview_images ?? {},
    custom_emoji: nested(tables.custom_emoji),
  }
}

export interface Database {
  /** Property ids are their names; the title's is `title`. */
  schema?: Record<string, Record<string, unknown>>
  /** Values by property; rows by title. */
  rows?: Record<string, Record<string, Text>>
  rowFormats?: Record<string, Record<string, unknown>>
  views?: Record<string, unknown>[]
  /** Fields of the collection, of the block that shows it, and the workspace's answers. */
  collection?: Record<string, unknown>
  block?: Record<string, unknown>
  format?: Record<string, unknown>
  answers?: Record<string, unknown>
}

/** A database called Things as a block and the tables that go with it. */
export function databaseOf(database: Database, tables: Tables = {}): [Raw, Tables] {
  const { schema = {}, rows = {}, rowFormats = {}, views = [{}], collection, block, format, answers } = database
  const named = views.map((view, index) => [`view ${index + 1}`, view] as const)
  const row = ([title, properties]: [string, Record<string, Text>]) => [
    title,
    { type: 'page', parent: 'Things', table: 'collection', title, properties, format: rowFormats[title] },
  ]
  return [
    {
      type: 'collection_view',
      name: 'Holder',
      format,
      more: { collection_id: idOf('Things'), view_ids: named.map(([name]) => idOf(name)), ...block },
    },
    {
      ...tables,
      collection: {
        Things: {
          id: idOf('Things'),
          name: [['Things']],
          parent_id: idOf('Holder'),
          parent_table: 'block',
          schema: { title: { name: 'Name', type: 'title' }, ...withNames(schema) },
          ...collection,
        },
        ...tables.collection,
      },
      collection_view: Object.fromEntries(
        named.map(([name, view]) => [name, { id: idOf(name), type: 'table', name: '', ...view }]),
      ),
      collection_query: answers && { [idOf('Things')]: answers },
      block: { ...Object.fromEntries(Object.entries(rows).map(row)), ...tables.block },
    },
  ]
}

function withNames(schema: Record<string, Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(schema).map(([name, property]) => [name, { name, ...property }]))
}
