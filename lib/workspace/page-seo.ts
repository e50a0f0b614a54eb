import { getNotionUrl } from './ids'
import { readOptionNames } from './property-values'
import type { Block, Collection, PropertySchema, RichText } from './record-map'
import { collectPageIds, toPlainText } from './text'

/** What editors set of a page for search engines and social networks, besides its translations. */
export type SeoName = keyof typeof SEO_SETTINGS

/** The unchecked values for a page. A mentioned page is its address in Notion. */
export type SeoTexts = { [Name in SeoName]?: string }

/** The checked values of a page. */
export interface PageSeo {
  /** The address that search engines shall index instead, https. It may be that of another page of the site. */
  canonical?: string
  noindex?: true
  title?: string
  description?: string
  /** An https address, or the source of an uploaded file. */
  image?: string
}

const [MAX_TITLE_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_ADDRESS_LENGTH] = [200, 500, 2048]

/**
 * The name of each setting as the documentation writes it, its names in {@link normalizeSeoName}, in order of preference, and the types
 * of properties that can have it. The other names are those of Super, Potion, Bullet, Feather and nextjs-notion-starter-kit.
 */
const SEO_SETTINGS = {
  canonical: {
    label: 'Canonical',
    names: ['canonical', 'canonicalurl', 'canonicallink', '规范链接', '规范网址'],
    types: ['text', 'url'],
  },
  noindex: {
    label: 'Noindex',
    names: ['noindex', 'hidefromsearchengines', 'excludefromsearchengines', '不收录', '禁止收录'],
    types: ['checkbox', 'select', 'text'],
  },
  title: {
    label: 'SEO title',
    names: ['seotitle', 'metatitle', 'seo标题', 'seo標題'],
    types: ['text'],
  },
  description: {
    label: 'SEO description',
    names: ['seodescription', 'metadescription', 'seo描述'],
    types: ['text'],
  },
  image: {
    label: 'Social image',
    names: ['socialimage', 'ogimage', 'opengraphimage', 'metaimage', 'seoimage', 'shareimage', '分享图', '分享圖'],
    types: ['file', 'url', 'text'],
  },
} as const

export const SEO_NAMES = Object.keys(SEO_SETTINGS) as SeoName[]

/** Returns the name of a setting as the documentation writes it. */
export const getSeoLabel = (name: SeoName): string => SEO_SETTINGS[name].label

/** Returns the setting that a heading or the name of a property means; undefined if it is none. */
export function findSeoName(name: string): SeoName | undefined {
  const normalized = normalizeSeoName(name)
  return SEO_NAMES.find((each) => SEO_SETTINGS[each].names.some((known) => known === normalized))
}

const normalizeSeoName = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')

/** Returns the id of the property that contains a setting; undefined if there is none. */
export function findSeoProperty(name: SeoName, { schema }: Pick<Collection, 'schema'>): string | undefined {
  const { names, types } = SEO_SETTINGS[name]
  const found = Object.entries(schema).filter(([, { type }]) => types.some((each) => each === type))
  const ids = names.map((each) => found.find(([, property]) => normalizeSeoName(property.name) === each)?.[0])
  return ids.find((id) => id !== undefined)
}

/** Whether a property sets something for search engines, so that pages do not show it. */
export function isSeoProperty({ name, type }: PropertySchema): boolean {
  const found = findSeoName(name)
  return found !== undefined && SEO_SETTINGS[found].types.some((each) => each === type)
}

/** Returns the unchecked values of a row. */
export function readRowSeo(row: Pick<Block, 'properties'>, collection: Pick<Collection, 'schema'>): SeoTexts {
  const texts: SeoTexts = {}
  for (const name of SEO_NAMES) {
    const id = findSeoProperty(name, collection)
    const property = id === undefined ? undefined : collection.schema[id]
    const value = id === undefined ? [] : (row.properties[id] ?? [])
    const text =
      property?.options === undefined ? readSeoValue(name, value) : readOptionNames(toPlainText(value), property).join()
    if (text !== '') texts[name] = text
  }
  return texts
}

/** Returns the text of a value. Editors also mention a page, upload a file, or link words to an address. */
export function readSeoValue(name: SeoName, value: RichText): string {
  if (name === 'title' || name === 'description' || name === 'noindex') return toPlainText(value).trim()
  const [page] = name === 'canonical' ? collectPageIds(value) : []
  if (page !== undefined) return getNotionUrl(page)
  for (const [, formats = []] of value) {
    const link = formats.find(([kind]) => kind === 'a')?.[1]
    if (typeof link === 'string') return link
  }
  return toPlainText(value).trim()
}

/** Returns the values that follow their rules, and those that do not. An image may be an uploaded file, see `isUploaded`. */
export function parsePageSeo(texts: SeoTexts): { seo: PageSeo; wrong: { name: SeoName; text: string }[] } {
  const seo: PageSeo = {}
  const wrong: { name: SeoName; text: string }[] = []
  for (const name of SEO_NAMES) {
    const text = texts[name]
    if (text === undefined) continue
    const value = parseValue(name, text)
    if (value === undefined) wrong.push({ name, text: text.slice(0, MAX_TITLE_LENGTH) })
    else if (value !== 'no') Object.assign(seo, { [name]: value })
  }
  return { seo, wrong }
}

/** Returns `no` for what a page has anyway. */
function parseValue(name: SeoName, text: string): string | true | undefined {
  switch (name) {
    case 'canonical':
      return parseHttpsAddress(text)
    case 'noindex':
      if (/^(?:yes|true|noindex|是)$/i.test(text)) return true
      return /^(?:no|false|否)$/i.test(text) ? 'no' : undefined
    case 'title':
      return text.length <= MAX_TITLE_LENGTH ? text.replace(/\s+/g, ' ') : undefined
    case 'description':
      return text.length <= MAX_DESCRIPTION_LENGTH ? text.replace(/\s+/g, ' ') : undefined
    case 'image':
      return isUploaded(text) ? text : parseHttpsAddress(text)
  }
}

/** Whether a source is that of a file that was uploaded to Notion: its address is resolved by the copy of the file. */
const isUploaded = (source: string) => source.length <= MAX_ADDRESS_LENGTH && source.startsWith('attachment:')

/** Returns a normalized https address without user name and password; undefined for all others. */
function parseHttpsAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH || !/^https:\/\/[^\s\\"'<>\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return undefined
  }
  const { href, username, password } = new URL(text)
  return username === '' && password === '' ? href : undefined
}
