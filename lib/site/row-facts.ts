import { dateValueIn, startOf } from '../workspace/instants'
import type { Block, Collection, DateValue, Piece, PropertySchema, RichText } from '../workspace/record-map'
import { isSeen, plainText } from '../workspace/text'

/**
 * The names under which editors keep each fact, the best first: of several properties that a database has, the first in its row
 * counts. Names are trimmed and case-insensitive.
 */
const NAMES = {
  slug: ['slug'],
  description: ['description', 'summary', '描述', '摘要', '简介'],
  tags: ['tags', 'tag', 'topics', 'topic', 'categories', 'category', '标签', '话题', '主题', '分类', '类别'],
  published: ['published', 'date', '发布日期', '发布时间', '日期', 'publish at'],
} as const

/** The types of properties that can say each fact. */
const TYPES: Record<keyof typeof NAMES, readonly string[]> = {
  slug: ['text', 'url'],
  description: ['text', 'url'],
  tags: ['multi_select', 'select'],
  published: ['date', 'created_time'],
}

/** What the properties of a row say about its page, besides who may read it. */
export interface RowFacts {
  slug?: string
  description?: string
  tags: string[]
  /** Milliseconds since 1970. */
  published?: number
}

/** Reads the slug, the description, the tags and the date of a row by the names and types of its properties. */
export function readRowFacts(row: Block, collection: Collection, timeZone: string): RowFacts {
  const value = (id: string | undefined) => (id === undefined ? [] : (row.properties[id] ?? []))
  const textOf = (fact: keyof typeof NAMES) => plainText(value(findProperty(fact, collection))).trim()
  const tags = textOf('tags').split(',')
  return {
    slug: textOf('slug') || undefined,
    description: textOf('description') || undefined,
    tags: [...new Set(tags.map((tag) => tag.trim()))].filter(isSeen),
    published: readPublished(row, findProperty('published', collection), collection, timeZone),
  }
}

/** Id of the property under which a database keeps a fact, if it does. */
function findProperty(fact: keyof typeof NAMES, { schema }: Collection): string | undefined {
  const properties = Object.entries(schema).filter(([, { type }]) => TYPES[fact].includes(type))
  const ids = NAMES[fact].map(
    (name) => properties.find(([, property]) => normalizePropertyName(property) === name)?.[0],
  )
  return ids.find((id) => id !== undefined)
}

/**
 * The properties that a row's facts tell whole: its tags, plain words, a day. Of a link, a time or the end of a span the facts tell
 * less than the property, and of what is empty nothing.
 */
export function getShownFactProperties({ properties }: Block, collection: Collection): ReadonlySet<string> {
  const told = new Set<string>()
  const tell = (fact: keyof typeof NAMES, isWhole: (value: RichText, type: string | undefined) => boolean) => {
    const id = findProperty(fact, collection)
    if (id !== undefined && isWhole(properties[id] ?? [], collection.schema[id]?.type)) told.add(id)
  }
  tell('tags', () => true)
  tell('description', (words, type) => type === 'text' && words.some(([text]) => isSeen(text)) && words.every(isWords))
  tell('published', (value) => isDay(dateValueIn(value)))
  return told
}

/** Whether a piece of text is words, however they look, and leads nowhere. */
const isWords = ([, formats = []]: Piece) => formats.every(([kind]) => STYLES.has(kind))
const STYLES: ReadonlySet<string> = new Set(['b', 'i', '_', 's', 'c', 'h'])

/** Whether a date is one that exists, and the same for everyone. */
const isDay = (date: DateValue | undefined) =>
  date?.type === 'date' && date.time_zone === undefined && startOf(date, 'UTC') !== undefined

function readPublished(
  row: Block,
  id: string | undefined,
  { schema }: Collection,
  timeZone: string,
): number | undefined {
  if (id === undefined) return undefined
  if (schema[id]?.type === 'created_time') return row.created_time
  const date = dateValueIn(row.properties[id] ?? [])
  return date && startOf(date, timeZone)
}

/** A property's name as the site knows it. */
export const normalizePropertyName = (property: PropertySchema): string => property.name.trim().toLowerCase()

/** Whether a property says which path the row's page has. */
export const isSlugProperty = (property: PropertySchema): boolean =>
  NAMES.slug.some((name) => name === normalizePropertyName(property))
