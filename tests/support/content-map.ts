import { createId } from './records'

type Text = string | [text: string, formats?: unknown[]][]

/** A block as a workspace stores it, without the fields that every block has. */
export interface Raw {
  type: string
  /** The name from which the id is derived. Blocks without a name are numbered. */
  name?: string
  title?: Text
  properties?: Record<string, Text>
  format?: Record<string, unknown>
  content?: Raw[]
  /** Any other field of the record. */
  more?: Record<string, unknown>
}

/** The other tables of a record map, with records by name. */
export interface Tables {
  collection?: Record<string, unknown>
  collection_view?: Record<string, unknown>
  collection_query?: Record<string, unknown>
  notion_user?: Record<string, unknown>
  signed_urls?: Record<string, string>
  preview_images?: Record<string, unknown>
  custom_emoji?: Record<string, unknown>
  /** Blocks outside the content: rows, other pages, external objects. */
  block?: Record<string, Raw & { parent?: string; table?: string }>
}

export const PAGE = 'The page'

const toRichText = (text: Text) => (typeof text === 'string' ? [[text]] : text)
const nestRecords = (records: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(records).map(([name, value]) => [createId(name), { role: 'reader', value }]))

/** Creates a block that shows a file or an address. */
export function createMedia(
  type: string,
  source: string,
  format?: Record<string, unknown>,
  properties?: Raw['properties'],
): Raw {
  return { type, properties: { source, ...properties }, format }
}

/** Creates a record map of one page with the content, as the workspace returns it. The ids are derived from names. */
export function createContentMap(content: Raw[], tables: Tables = {}): Record<string, unknown> {
  const block: Record<string, unknown> = {}
  let count = 0
  const add = (raw: Raw, parent: string, table: string): string => {
    const { type, name = `${raw.type} ${++count}`, title, properties, format, more } = raw
    const texts = Object.entries({ ...(title !== undefined && { title }), ...properties })
    const id = createId(name)
    const value = {
      id,
      type,
      parent_id: createId(parent),
      parent_table: table,
      alive: true,
      created_time: Date.UTC(2024, 0, 2, 9, 30),
      last_edited_time: Date.UTC(2024, 1, 3, 16, 5),
      ...(texts.length > 0 && { properties: Object.fromEntries(texts.map(([key, text]) => [key, toRichText(text)])) }),
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
    collection: nestRecords(tables.collection),
    collection_view: nestRecords(tables.collection_view),
    collection_query: tables.collection_query ?? {},
    notion_user: nestRecords(tables.notion_user),
    signed_urls: tables.signed_urls ?? {},
    preview_images: tables.preview_images ?? {},
    custom_emoji: nestRecords(tables.custom_emoji),
  }
}

export interface Database {
  /** The schema. Property ids equal their names, except `title`. */
  schema?: Record<string, Record<string, unknown>>
  /** Rows by title, each with values by property. */
  rows?: Record<string, Record<string, Text>>
  rowFormats?: Record<string, Record<string, unknown>>
  views?: Record<string, unknown>[]
  /** Additional fields of the collection. */
  collection?: Record<string, unknown>
  block?: Record<string, unknown>
  format?: Record<string, unknown>
  /** Query results of the workspace by view id. */
  queryResults?: Record<string, unknown>
}

/** Creates the block of a database named Things, and the tables with its records. */
export function createDatabase(database: Database, tables: Tables = {}): [Raw, Tables] {
  const { schema = {}, rows = {}, rowFormats = {}, views = [{}], collection, block, format, queryResults } = database
  const namedViews = views.map((view, index) => [`view ${index + 1}`, view] as const)
  const createRow = ([title, properties]: [string, Record<string, Text>]) => [
    title,
    { type: 'page', parent: 'Things', table: 'collection', title, properties, format: rowFormats[title] },
  ]
  return [
    {
      type: 'collection_view',
      name: 'Holder',
      format,
      more: { collection_id: createId('Things'), view_ids: namedViews.map(([name]) => createId(name)), ...block },
    },
    {
      ...tables,
      collection: {
        Things: {
          id: createId('Things'),
          name: [['Things']],
          parent_id: createId('Holder'),
          parent_table: 'block',
          schema: { title: { name: 'Name', type: 'title' }, ...nameProperties(schema) },
          ...collection,
        },
        ...tables.collection,
      },
      collection_view: Object.fromEntries(
        namedViews.map(([name, view]) => [name, { id: createId(name), type: 'table', name: '', ...view }]),
      ),
      collection_query: queryResults && { [createId('Things')]: queryResults },
      block: { ...Object.fromEntries(Object.entries(rows).map(createRow)), ...tables.block },
    },
  ]
}

function nameProperties(schema: Record<string, Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(schema).map(([name, property]) => [name, { name, ...property }]))
}
