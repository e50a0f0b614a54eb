import { mayList, PUBLIC } from '../site/access'
import type { SiteIndex, SitePage } from '../site/site-index'
import { collectTerms, TAXONOMIES } from '../site/terms'
import { formatIso } from './instants'
import { getPageUrl } from './urls'
import { escapeXml } from './xml'

/** The limits of one file. The protocol allows 50 MB, but parts are kept in memory. */
const LIMITS = { addresses: 50_000, bytes: 10_000_000 }

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const BEFORE = `${XML}<urlset ${SCHEMA}>\n`
const AFTER = '</urlset>\n'

/** A decoded path, and the time of the last edit in milliseconds since 1970 (0 if unknown). */
interface Place {
  path: string
  edited: number
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
  const places = collectPlaces(index)
  const starts = findPartStarts(places, siteUrl, limits)
  if (part === undefined && starts.length > 1) {
    const files = starts.map((_, at) => `<sitemap><loc>${siteUrl}/sitemap.xml?part=${at + 1}</loc></sitemap>\n`)
    return `${XML}<sitemapindex ${SCHEMA}>\n${files.join('')}</sitemapindex>\n`
  }
  const at = (part ?? 1) - 1
  const start = starts[at]
  if (start === undefined) return undefined
  const lines = places.slice(start, starts[at + 1]).map((place) => renderLine(place, siteUrl))
  return BEFORE + lines.join('') + AFTER
}

/** Returns the index at which each part begins. Only measures the lines, so that memory holds the lines of one part only. */
function findPartStarts(places: Place[], siteUrl: string, { addresses, bytes }: typeof LIMITS): number[] {
  const starts: number[] = []
  let size = 0
  for (const [at, place] of places.entries()) {
    const own = Buffer.byteLength(renderLine(place, siteUrl))
    const start = starts.at(-1)
    if (start === undefined || at - start === addresses || size + own > bytes) {
      starts.push(at)
      size = BEFORE.length + AFTER.length
    }
    size += own
  }
  return starts
}

function renderLine({ path, edited }: Place, siteUrl: string): string {
  const moment = formatIso(edited)
  const changed = moment === undefined ? '' : `<lastmod>${moment}</lastmod>`
  return `<url><loc>${escapeXml(getPageUrl(siteUrl, path))}</loc>${changed}</url>\n`
}

function collectPlaces(index: SiteIndex): Place[] {
  const open = index.pages.filter(({ access }) => mayList(access, PUBLIC))
  const pages: Place[] = open.filter(({ readable }) => readable)
  const home = index.root === null ? [{ path: '', edited: 0 }] : []
  return home.concat(pages, collectLists(index, open))
}

/** Returns the public lists, each with the last edit of its pages. Search engines index only the first page of a list. */
function collectLists(index: SiteIndex, open: SitePage[]): Place[] {
  const terms = TAXONOMIES.flatMap((taxonomy) => {
    const places = [...collectTerms(index, taxonomy, PUBLIC).values()].map(({ segment, pages }) =>
      createListPlace(`${taxonomy}/${segment}`, pages),
    )
    return places.length > 0 ? [{ path: taxonomy, edited: getLastEdit(places) }, ...places] : []
  })
  const dated = open.filter(({ published }) => published !== undefined)
  const lists = dated.length > 0 ? [createListPlace('archive', dated), ...terms] : terms
  // A page may have the path of a list.
  const taken = new Set(open.map(({ path }) => path))
  return lists.filter(({ path }) => !taken.has(path))
}

const createListPlace = (path: string, pages: SitePage[]): Place => ({ path, edited: getLastEdit(pages) })
const getLastEdit = (all: { edited: number }[]) => all.reduce((last, { edited }) => Math.max(last, edited), 0)
