import { findDateValue, getStartInstant } from '../workspace/dates'
import { parsePageLayout } from '../workspace/page-layout'
import { readOptionNames } from '../workspace/property-values'
import type { Block, Collection, DateValue, Id, Piece, PropertySchema, RichText } from '../workspace/record-map'
import { collectPageIds, cutExcerpt, hasVisibleText, toPlainText } from '../workspace/text'

/**
 * The property names of each fact, in order of preference. If a database has several of them, the first one is used. Names are trimmed
 * and case-insensitive.
 */
export const PROPERTY_NAMES = {
  slug: ['slug', '路径'],
  description: ['description', 'summary', '描述', '摘要', '简介'],
  tags: ['tags', 'tag', 'topics', 'topic', '标签', '话题', '主题'],
  category: ['category', 'categories', '分类', '类别'],
  author: ['author', 'authors', '作者'],
  published: ['published', 'date', '发布日期', '发布时间', '日期', 'publish at'],
  translations: ['translation', 'translations', '翻译', '译文'],
  pinned: ['pinned', 'pin', 'sticky', '置顶'],
  series: ['series', '系列', '专栏', '專欄'],
  part: ['part', 'series order', '序号', '序號', '集数'],
  layout: ['layout', '布局', '版面'],
  comments: ['comments', '评论', '評論', 'コメント', 'التعليقات'],
} as const

/** The property types that can contain each fact. */
const TYPES: Record<keyof typeof PROPERTY_NAMES, readonly string[]> = {
  slug: ['text', 'url'],
  description: ['text', 'url'],
  tags: ['multi_select', 'select'],
  category: ['multi_select', 'select'],
  author: ['person', 'created_by', 'text', 'select', 'multi_select'],
  published: ['date', 'created_time'],
  translations: ['relation'],
  pinned: ['checkbox'],
  series: ['select', 'text'],
  part: ['number'],
  layout: ['select', 'text'],
  comments: ['select', 'status', 'checkbox'],
}

/** The maximum number of authors of a page, and the maximum number of characters of a name. */
const MAX_AUTHORS = 10
const MAX_NAME_LENGTH = 100

type Fact = keyof typeof PROPERTY_NAMES
/** The maximum number of pages of a `Translation` relation that are read. */
const MAX_TRANSLATIONS = 50

/** Facts about a page from the properties of its row, besides its access. */
export interface RowFacts {
  slug?: string
  description?: string
  tags: string[]
  categories: string[]
  authors: string[]
  /** Milliseconds since 1970. */
  published?: number
  /** The pages that have the same content in other languages. */
  translations: Id[]
  isPinned?: true
  series?: string
  /** The place of the page in its series. */
  part?: number
  /** How the page is laid out. It may be invalid. */
  layout?: string
  /** Set if the page has no comments, or takes no new ones. */
  comments?: 'off' | 'closed'
}

/**
 * Reads the slug, the description, the tags, the categories, the authors and the date of a row, by the names and types of its
 * properties. `users` are the names of people by id.
 */
export function readRowFacts(
  row: Block,
  collection: Collection,
  timeZone: string,
  users: Readonly<Record<Id, string>> = {},
): RowFacts {
  const value = (id: string | undefined) => (id === undefined ? [] : (row.properties[id] ?? []))
  const getRawText = (fact: Fact) => toPlainText(value(findFact(fact, collection))).trim()
  const getText = (fact: Fact) => joinExisting(getRawText(fact), collection.schema[findFact(fact, collection) ?? ''])
  return {
    slug: getText('slug') || undefined,
    description: getText('description') || undefined,
    tags: splitNames(getText('tags')),
    categories: splitNames(getText('category')),
    authors: readAuthors(row, collection, users),
    published: readPublished(row, findFact('published', collection), collection, timeZone),
    translations: collectPageIds(value(findFact('translations', collection))).slice(0, MAX_TRANSLATIONS),
    ...(getText('pinned').toLowerCase() === 'yes' && { isPinned: true }),
    series: getText('series') || undefined,
    part: parseNumber(getText('part')),
    layout: getText('layout') || undefined,
    ...readComments(getRawText('comments'), collection.schema[findFact('comments', collection) ?? '']),
  }
}

function parseNumber(text: string): number | undefined {
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : undefined
}

/** Returns a text without the options that were deleted from its property. */
const joinExisting = (text: string, property: PropertySchema | undefined): string =>
  property?.options === undefined ? text : readOptionNames(text, property).join(',')

/** The values of `Comments`, in lower case. A value that is none of them turns comments off. */
const COMMENTS_ON: ReadonlySet<string> = new Set(['', 'on', '开启', '開啟', 'オン', 'مفعّلة'])
const COMMENTS_CLOSED: ReadonlySet<string> = new Set(['closed', '关闭', '關閉', '締切', 'مغلقة'])
const COMMENTS_OFF: ReadonlySet<string> = new Set(['off', '停用', 'オフ', 'معطّلة'])

/**
 * Reads who may comment. An unticked checkbox turns comments off, an empty property of another type does not. `text` has deleted
 * options, too: without them, comments that were off would turn on.
 */
function readComments(text: string, property: PropertySchema | undefined): Pick<RowFacts, 'comments'> {
  const value = text.toLowerCase()
  if (property === undefined) return {}
  if (property.type === 'checkbox') return value === 'yes' ? {} : { comments: 'off' }
  if (COMMENTS_ON.has(value)) return {}
  return { comments: COMMENTS_CLOSED.has(value) ? 'closed' : 'off' }
}

/** Returns the value of `Comments` of a row that is none of the known ones; undefined if it is one. */
export function findWrongComments(row: Block, collection: Collection): string | undefined {
  const id = findFact('comments', collection) ?? ''
  const text = toPlainText(row.properties[id] ?? []).trim()
  const isKnown = [COMMENTS_ON, COMMENTS_CLOSED, COMMENTS_OFF].some((values) => values.has(text.toLowerCase()))
  return isKnown || collection.schema[id]?.type === 'checkbox' ? undefined : text
}

const splitNames = (text: string, separator: string | RegExp = ','): string[] =>
  [...new Set(text.split(separator).map((name) => name.trim()))].filter(hasVisibleText)

function readAuthors(row: Block, collection: Collection, users: Readonly<Record<Id, string>>): string[] {
  const id = findFact('author', collection)
  if (id === undefined) return []
  const findName = (user: Id) => (Object.hasOwn(users, user) ? users[user] : undefined)
  const text =
    collection.schema[id]?.type === 'created_by'
      ? (findName(row.created_by_id ?? '') ?? '')
      : joinExisting(toPlainText(row.properties[id] ?? [], { user: findName }), collection.schema[id])
  return splitNames(text, /[,，、;；]/)
    .slice(0, MAX_AUTHORS)
    .map((name) => cutExcerpt(name, MAX_NAME_LENGTH))
}

/** Returns the id of the property that contains a fact; undefined if there is none. */
export function findFact(fact: Fact, { schema }: Collection): string | undefined {
  const properties = Object.entries(schema).filter(([, { type }]) => TYPES[fact].includes(type))
  const ids = PROPERTY_NAMES[fact].map(
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
  const addIfWhole = (fact: Fact, isWhole: (value: RichText, type: string | undefined) => boolean) => {
    const id = findFact(fact, collection)
    if (id !== undefined && isWhole(properties[id] ?? [], collection.schema[id]?.type)) shown.add(id)
  }
  addIfWhole('tags', () => true)
  addIfWhole('category', () => true)
  addIfWhole(
    'description',
    (value, type) => type === 'text' && value.some(([text]) => hasVisibleText(text)) && value.every(isPlainPiece),
  )
  addIfWhole('published', (value) => isDay(findDateValue(value)))
  return shown
}

/** Whether a piece is text without links and mentions. Text styles are allowed. */
const isPlainPiece = ([, formats = []]: Piece) => formats.every(([kind]) => STYLES.has(kind))
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
  PROPERTY_NAMES.slug.some((name) => name === normalizePropertyName(property))

/** Whether a property chooses the layout of its row's page: one with this name, of which an option is a layout. */
export const isLayoutProperty = (property: PropertySchema): boolean =>
  PROPERTY_NAMES.layout.some((name) => name === normalizePropertyName(property)) &&
  (property.type === 'text' || (property.options ?? []).some(({ value }) => parsePageLayout(value) !== undefined))

/** Whether a property turns the comments of its row's page off. */
export const isCommentsProperty = (property: PropertySchema): boolean =>
  PROPERTY_NAMES.comments.some((name) => name === normalizePropertyName(property)) &&
  TYPES.comments.includes(property.type)

/** Whether a property puts its row above others in a list of posts. */
export const isPinProperty = (property: PropertySchema): boolean =>
  PROPERTY_NAMES.pinned.some((name) => name === normalizePropertyName(property)) && TYPES.pinned.includes(property.type)
