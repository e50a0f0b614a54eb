import { readOptionNames } from '../workspace/property-values'
import { findRuleName, isPublished } from '../workspace/protecting-names'
import type { Block, Collection, Id, PropertySchema } from '../workspace/record-map'
import { toPlainText } from '../workspace/text'
import { findFact, isPinProperty, normalizePropertyName } from './row-facts'

/** What a row of a blog database is. Only posts and pages have an address. */
export type RowType = keyof typeof TYPES

/** The values of the `type` property of NotionNext's template, in lower case. `docs/blogs.md` lists all names and values. */
const TYPES = {
  post: ['post', '文章', '博文'],
  page: ['page', '页面', '单页'],
  notice: ['notice', '公告'],
  menu: ['menu', '菜单'],
  submenu: ['submenu', '子菜单'],
  config: ['config', '配置'],
} as const

const TYPE_NAMES: ReadonlySet<string> = new Set(['type', '类型'])
/** A blog database has one of these besides its type and status. */
const FURTHER_NAMES: ReadonlySet<string> = new Set([
  'slug',
  'summary',
  'category',
  'tags',
  'date',
  '路径',
  '摘要',
  '分类',
  '标签',
  '日期',
])
/** Settings of NotionNext for a single page. */
const CONTROLS: ReadonlySet<string> = new Set(['icon', 'ext', '图标', '扩展'])
const UNLISTED: ReadonlySet<string> = new Set(['invisible', 'unlisted'])

/** The names of databases of posts that are not made like NotionNext's template. */
const POST_NAMES: ReadonlySet<string> = new Set([
  ...['posts', 'blog', 'articles', 'journal'],
  ...['文章', '博客', '博文', '日志', '部落格', '網誌'],
])

/** The properties that make a database a blog database. */
interface BlogProperties {
  type: string
  /** At least one. The strictest counts. */
  statuses: string[]
}

const cachedProperties = new WeakMap<Collection, BlogProperties | { type?: undefined }>()

/**
 * Returns the ids of the type and the statuses of a database that is made like NotionNext's template; undefined for other databases. Its
 * type distinguishes posts from other rows, so that a database with just any `Type` is not taken for a blog.
 */
export function findBlogProperties(collection: Collection): BlogProperties | undefined {
  const found = cachedProperties.get(collection) ?? readBlogProperties(collection) ?? {}
  cachedProperties.set(collection, found)
  return found.type === undefined ? undefined : found
}

/** Whether the rows of a database are posts: it is a blog database, or is named for posts and can have posts as its rows. */
export const isPostDatabase = (collection: Collection): boolean =>
  findBlogProperties(collection) !== undefined ||
  (POST_NAMES.has(toPlainText(collection.name).trim().toLowerCase()) && canHavePosts(collection))

/** Whether the rows of a database have a date and a summary. */
export const canHavePosts = (collection: Collection): boolean =>
  findFact('published', collection) !== undefined && findFact('description', collection) !== undefined

function readBlogProperties({ schema }: Collection): BlogProperties | undefined {
  const properties = Object.entries(schema)
  const filter = (names: Iterable<string>) => {
    const wanted = new Set(names)
    return properties.filter(([, property]) => wanted.has(normalizePropertyName(property)))
  }
  const type = filter(TYPE_NAMES).find(([, property]) => isBlogType(property))?.[0]
  const statuses = properties.filter(([, property]) => findRuleName(property) === 'status')
  const hasStatus = statuses.some(([, property]) => property.type === 'select' || property.type === 'status')
  if (type === undefined || !hasStatus || filter(FURTHER_NAMES).length === 0) return undefined
  return { type, statuses: statuses.map(([id]) => id) }
}

/** Whether a property distinguishes posts from at least one other type of row. */
function isBlogType({ type, options = [] }: PropertySchema): boolean {
  const types = new Set(options.map(({ value }) => parseRowType(value)))
  types.delete(undefined)
  return type === 'select' && types.has('post') && types.size > 1
}

/**
 * Whether the property list of a row leaves a property out. The header of a post names the authors. The type, the pin and NotionNext's
 * settings of a page are of no use to visitors.
 */
export function isOmittedFromPosts(id: Id, collection: Collection, isPost: boolean): boolean {
  const property = collection.schema[id]
  if (property === undefined) return false
  if (isPost && id === findFact('author', collection)) return true
  const blog = findBlogProperties(collection)
  if (isPinProperty(property)) return isPost || blog !== undefined
  return blog !== undefined && (id === blog.type || CONTROLS.has(normalizePropertyName(property)))
}

/** Returns the type that a value means; undefined if it is none of them. */
export function parseRowType(value: string): RowType | undefined {
  const word = value.trim().toLowerCase()
  return (Object.keys(TYPES) as RowType[]).find((type) => TYPES[type].some((each) => each === word))
}

/** The type and the status of a row as they are written, and what the status means. */
export interface BlogRow {
  type: string
  status: string
  /** `closed`: any other status, also an empty one. */
  visibility: 'published' | 'unlisted' | 'closed'
}

/** Reads the type and the strictest status of a row; undefined if its database is not a blog database. */
export function readBlogRow({ properties }: Block, collection: Collection): BlogRow | undefined {
  const ids = findBlogProperties(collection)
  if (ids === undefined) return undefined
  // A deleted option is no type and no status, which closes the row.
  const read = (id: string) => {
    const text = toPlainText(properties[id] ?? []).trim()
    const property = collection.schema[id]
    if (property?.options === undefined) return text
    return readOptionNames(text, property).join(',') === text ? text : ''
  }
  const rows = ids.statuses.map((id) => {
    const status = read(id)
    return { type: read(ids.type), status, visibility: parseVisibility(status) }
  })
  const find = (visibility: BlogRow['visibility']) => rows.find((row) => row.visibility === visibility)
  return find('closed') ?? find('unlisted') ?? find('published')
}

function parseVisibility(status: string): BlogRow['visibility'] {
  if (isPublished(status)) return 'published'
  return UNLISTED.has(status.toLowerCase()) ? 'unlisted' : 'closed'
}
