import { createHash } from 'node:crypto'
import type { Block, Collection, Id, PropertySchema, RichText } from '@/lib/workspace/record-map'
import type { PageRecord } from '@/lib/workspace/stored'

/** Returns a stable id for a name. */
export function createId(name: string): Id {
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

type PageInit = Partial<Omit<PageRecord, 'block'>> & { block?: Partial<Block> }

/** Creates a page record whose id and title come from `name`, below the page named `parent`. */
export function page(name: string, parent: string | undefined, init: PageInit = {}): PageRecord {
  const id = createId(name)
  const { block, ...rest } = init
  return {
    id,
    children: [],
    links: [],
    anchors: [],
    collections: [],
    holders: [],
    hidden: [],
    synced: [],
    accessTable: {},
    excerpt: '',
    words: 0,
    language: 'en',
    direction: 'ltr',
    hash: `hash of ${name}`,
    readable: true,
    hasStoredContent: true,
    ...rest,
    block: {
      id,
      type: 'page',
      parent_id: parent === undefined ? createId('the space') : createId(parent),
      parent_table: parent === undefined ? 'space' : 'block',
      alive: true,
      properties: { title: [[name]] },
      format: {},
      content: [],
      created_time: 1,
      last_edited_time: 1,
      ...block,
    },
  }
}

/** Creates a collection on the page named `parent`, with properties by name. The ids of the properties are their names. */
export function collection(name: string, parent: string, schema: Record<string, Partial<PropertySchema>>): Collection {
  const properties = Object.entries(schema).map(([key, property]) => [key, { name: key, type: 'text', ...property }])
  return {
    id: createId(name),
    version: 0,
    name: [[name]],
    parent_id: createId(parent),
    parent_table: 'block',
    schema: Object.fromEntries(properties),
    format: {},
  }
}

/** Creates a row of the collection named `of`. Values are text or rich text, by property name. */
export function row(name: string, of: string, values: Record<string, string | RichText> = {}, init: PageInit = {}) {
  const properties = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? [[value]] : value])
  return page(name, undefined, {
    ...init,
    block: {
      parent_id: createId(of),
      parent_table: 'collection',
      properties: { title: [[name]], ...Object.fromEntries(properties) },
      ...init.block,
    },
  })
}

/** Creates rich text that contains one date. */
export function date(start: string, time?: string): RichText {
  const value = { type: time === undefined ? 'date' : 'datetime', start_date: start, start_time: time }
  return [['‣', [['d', value]]]]
}
