import { mayList, PUBLIC } from '../site/access'
import { collectTranslations, splitByLanguage } from '../site/languages/languages'
import { joinPath } from '../site/paths'
import { isIndexed } from '../site/seo'
import type { SiteIndex, SitePage } from '../site/site-index'
import { collectTerms, TAXONOMIES } from '../site/terms'
import { escapeXml, formatIso, getPageUrl } from './write-values'

/** The limits of one file. The protocol allows 50 MB, but parts are kept in memory. */
const LIMITS = { addresses: 50_000, bytes: 10_000_000 }

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const LANGUAGES = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const AFTER = '</urlset>\n'

/** A decoded path, the translations of its page, and the time of the last edit in milliseconds since 1970 (0 if unknown). */
interface SitemapEntry {
  path: string
  edited: number
  /** The paths of the page in all languages that have it, at least two; undefined if there are no others. */
  translations?: [tag: string, path: string][]
}

/**
 * Renders the sitemap of public pages and lists: one file, or an index of several parts if it is too long. `part`, counted from 1,
 * selects a part. Returns undefined if that part does not exist, or if there are no public pages.
 */
export function renderSitemap(
  index: SiteIndex,
  siteUrl: string,
  part: number | undefined,
  limits = LIMITS,
): string | undefined {
  const entries = collectEntries(index)
  const starts = findPartStarts(entries, siteUrl, limits, renderStart(index).length + AFTER.length)
  if (part === undefined && starts.length > 1) {
    const files = starts.map((_, at) => `<sitemap><loc>${siteUrl}/sitemap.xml?part=${at + 1}</loc></sitemap>\n`)
    return `${XML}<sitemapindex ${SCHEMA}>\n${files.join('')}</sitemapindex>\n`
  }
  const at = (part ?? 1) - 1
  const start = starts[at]
  if (start === undefined) return undefined
  const lines = entries.slice(start, starts[at + 1]).map((entry) => renderLine(entry, siteUrl))
  return renderStart(index) + lines.join('') + AFTER
}

/**
 * Returns the index at which each part begins. `emptyBytes` is the size of a part without lines. Only measures the lines, so that memory
 * holds the lines of one part only.
 */
function findPartStarts(
  entries: SitemapEntry[],
  siteUrl: string,
  { addresses, bytes }: typeof LIMITS,
  emptyBytes: number,
): number[] {
  const starts: number[] = []
  let size = 0
  for (const [at, entry] of entries.entries()) {
    const own = Buffer.byteLength(renderLine(entry, siteUrl))
    const start = starts.at(-1)
    if (start === undefined || at - start === addresses || size + own > bytes) {
      starts.push(at)
      size = emptyBytes
    }
    size += own
  }
  return starts
}

const renderStart = ({ languages }: SiteIndex) =>
  `${XML}<urlset ${SCHEMA}${languages.length === 0 ? '' : ` ${LANGUAGES}`}>\n`

function renderLine({ path, edited, translations = [] }: SitemapEntry, siteUrl: string): string {
  const moment = formatIso(edited)
  const changed = moment === undefined ? '' : `<lastmod>${moment}</lastmod>`
  return `<url><loc>${escapeXml(getPageUrl(siteUrl, path))}</loc>${changed}${renderAlternates(translations, siteUrl)}</url>\n`
}

/** Lists the first language a second time as `x-default`, for readers of all other languages. */
function renderAlternates(translations: readonly [tag: string, path: string][], siteUrl: string): string {
  const [first] = translations
  const all = first === undefined ? [] : [...translations, ['x-default', first[1]] as const]
  return all
    .map(([tag, path]) => {
      const url = escapeXml(getPageUrl(siteUrl, path))
      return `<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`
    })
    .join('')
}

function collectEntries(index: SiteIndex): SitemapEntry[] {
  const open = index.pages.filter(({ access }) => mayList(access, PUBLIC))
  const pages = addTranslations(
    open.filter((page) => page.readable && page.address === undefined && isIndexed(page)),
    index,
  )
  const home = index.root === null ? [{ path: '', edited: 0 }] : []
  const lists = splitByLanguage(index).flatMap(([tag, own]) =>
    collectLists(own, open, tag === index.languages[0]?.tag ? '' : tag),
  )
  return home.concat(pages, index.languages.length === 0 ? collectLists(index, open, '') : lists)
}

/** Adds the public translations of each page. */
function addTranslations(pages: SitePage[], index: SiteIndex): SitemapEntry[] {
  if (index.languages.length === 0) return pages.map(({ path, edited }) => ({ path, edited }))
  const shown = new Map(pages.map((page) => [page.id, page]))
  const translations = collectTranslations(index)
  return pages.map(({ id, path, edited }) => {
    const found = index.languages.flatMap(({ tag }): [string, string][] => {
      const page = shown.get(translations.get(id)?.get(tag) ?? '')
      return page === undefined ? [] : [[tag, page.path]]
    })
    return { path, edited, ...(found.length > 1 && { translations: found }) }
  })
}

/**
 * Returns the public lists of a language below a prefix, each with the last edit of its pages. Search engines index
 * only the first page of a list.
 */
function collectLists(index: SiteIndex, shown: SitePage[], prefix: string): SitemapEntry[] {
  const own = new Set(index.pages)
  const open = shown.filter((page) => own.has(page))
  const terms = TAXONOMIES.flatMap((taxonomy) => {
    const entries = [...collectTerms(index, taxonomy, PUBLIC).values()].map(({ segment, pages }) =>
      createListEntry(joinPath(prefix, `${taxonomy}/${segment}`), pages),
    )
    return entries.length > 0 ? [{ path: joinPath(prefix, taxonomy), edited: getLastEdit(entries) }, ...entries] : []
  })
  const dated = open.filter(({ published }) => published !== undefined)
  const lists = dated.length > 0 ? [createListEntry(joinPath(prefix, 'archive'), dated), ...terms] : terms
  // A page may have the path of a list.
  const taken = new Set(shown.map(({ path }) => path))
  return lists.filter(({ path }) => !taken.has(path))
}

const createListEntry = (path: string, pages: SitePage[]): SitemapEntry => ({ path, edited: getLastEdit(pages) })
const getLastEdit = (all: { edited: number }[]) => all.reduce((last, { edited }) => Math.max(last, edited), 0)
