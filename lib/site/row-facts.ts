import { findDateValue, getStartInstant } from '../workspace/instants'
import type { Block, Collection, DateValue, Piece, PropertySchema, RichText } from '../workspace/record-map'
import { hasVisibleText, toPlainText } from '../workspace/text'

/**
 * The property names of each fact, in order of preference. If a database has several of them, the first one is used. Names are trimmed
 * and case-insensitive.
 */
const NAMES = {
  slug: ['slug', '路径'],
  description: ['description', 'summary', '描述', '摘要', '简介'],
  tags: ['tags', 'tag', 'topics', 'topic', 'categories', 'category', '标签', '话题', '主题', '分类', '类别'],
  category: ['category', 'categories', '分类', '类别'],
  published: ['published', 'date', '发布日期', '发布时间', '日期', 'publish at'],
} as const

/** The property types that can contain each fact. */
const TYPES: Record<keyof typeof NAMES, readonly string[]> = {
  slug: ['text', 'url'],
  description: ['text', 'url'],
  tags: ['multi_select', 'select'],
  category: ['multi_select', 'select'],
  published: ['date', 'created_time'],
}

/** Facts about a page from the properties of its row, besides its access. */
export interface RowFacts {
  slug?: string
  description?: string
  tags: string[]
  /** Milliseconds since 1970. */
  published?: number
}

/** Reads the slug, the description, the tags and the date of a row, by the names and types of its properties. */
export function readRowFacts(row: Block, collection: Collection, timeZone: string): RowFacts {
  const value = (id: string | undefined) => (id === undefined ? [] : (row.properties[id] ?? []))
  const textOf = (fact: keyof typeof NAMES) => toPlainText(value(findProperty(fact, collection))).trim()
  // A category is a tag, also beside tags.
  const tags = [...textOf('tags').split(','), ...textOf('category').split(',')]
  return {
    slug: textOf('slug') || undefined,
    description: textOf('description') || undefined,
    tags: [...new Set(tags.map((tag) => tag.trim()))].filter(hasVisibleText),
    published: readPublished(row, findProperty('published', collection), collection, timeZone),
  }
}

/** Returns the id of the property that contains a fact; undefined if there is none. */
function findProperty(fact: keyof typeof NAMES, { schema }: Collection): string | undefined {
  const properties = Object.entries(schema).filter(([, { type }]) => TYPES[fact].includes(type))
  const ids = NAMES[fact].map(
    (name) => properties.find(([, property]) => normalizePropertyName(property) === name)?.[0],
  )
  return ids.find((id) => id !== undefined)
}

/**
 * Returns the properties whose whole content is in the row's facts: tags, text without links, and a date without time. The page's header
 * shows the facts, so that it need not repeat these properties.
 */
export function getShownFactProperties({ properties }: Block, collection: Collection): ReadonlySet<string> {
  const shown = new Set<string>()
  const addIfWhole = (fact: keyof typeof NAMES, isWhole: (value: RichText, type: string | undefined) => boolean) => {
    const id = findProperty(fact, collection)
    if (id !== undefined && isWhole(properties[id] ?? [], collection.schema[id]?.type)) shown.add(id)
  }
  addIfWhole('tags', () => true)
  addIfWhole('category', () => true)
  addIfWhole(
    'description',
    (words, type) => type === 'text' && words.some(([text]) => hasVisibleText(text)) && words.every(isWords),
  )
  addIfWhole('published', (value) => isDay(findDateValue(value)))
  return shown
}

/** Whether a piece is text without links and mentions. Text styles are allowed. */
const isWords = ([, formats = []]: Piece) => formats.every(([kind]) => STYLES.has(kind))
const STYLES: ReadonlySet<string> = new Set(['b', 'i', '_', 's', 'c', 'h'])

/** Whether a date exists and is the same day in all time zones. */
const isDay = (date: DateValue | undefined) =>
  date?.type === 'date' && date.time_zone === undefined && getStartInstant(date, 'UTC') !== undefined

function readPublished(
  row: Block,
  id: string | undefined,
  { schema }: Collection,
  timeZone: string,
): number | undefined {
  if (id === undefined) return undefined
  if (schema[id]?.type === 'created_time') return row.created_time
  const date = findDateValue(row.properties[id] ?? [])
  return date && getStartInstant(date, timeZone)
}

/** Returns a property's name as it is compared: trimmed, in lower case. */
export const normalizePropertyName = (property: PropertySchema): string => property.name.trim().toLowerCase()

/** Whether a property sets the path of its row's page. */
export const isSlugProperty = (property: PropertySchema): boolean =>
  NAMES.slug.some((name) => name === normalizePropertyName(property))
