import { mayRead, PUBLIC } from '../site/access'
import { tagsOf } from '../site/tags'
import type { SiteIndex, SitePage } from '../site/types'
import { addressOf } from './addresses'
import { isoOf } from './instants'
import { xmlText } from './xml'

/** What one file holds at most. The protocol allows 50 MB, but parts are held in memory. */
const LIMITS = { addresses: 50_000, bytes: 10_000_000 }

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const BEFORE = `${XML}<urlset ${SCHEMA}>\n`
const AFTER = '</urlset>\n'

/** A decoded path, and when what it shows was edited: milliseconds since 1970, 0 for unknown. */
interface Place {
  path: string
  edited: number
}

/**
 * The sitemap of the public pages and of their lists: one file, or an index of several where one would be too long. `part`, counted
 * from 1, asks for one of the several; undefined when there is no such part, or nothing to name.
 */
export function sitemapOf(
  index: SiteIndex,
  siteUrl: string,
  part: number | undefined,
  limits = LIMITS,
): string | undefined {
  const places = placesOf(index)
  const starts = startsOfParts(places, siteUrl, limits)
  if (part === undefined && starts.length > 1) {
    const files = starts.map((_, at) => `<sitemap><loc>${siteUrl}/sitemap.xml?part=${at + 1}</loc></sitemap>\n`)
    return `${XML}<sitemapindex ${SCHEMA}>\n${files.join('')}</sitemapindex>\n`
  }
  const at = (part ?? 1) - 1
  const start = starts[at]
  if (start === undefined) return undefined
  const lines = places.slice(start, starts[at + 1]).map((place) => lineOf(place, siteUrl))
  return BEFORE + lines.join('') + AFTER
}

/** Where each part begins, by the length of what it would say; the lines themselves are kept of one part only. */
function startsOfParts(places: Place[], siteUrl: string, { addresses, bytes }: typeof LIMITS): number[] {
  const starts: number[] = []
  let size = 0
  for (const [at, place] of places.entries()) {
    const own = Buffer.byteLength(lineOf(place, siteUrl))
    const start = starts.at(-1)
    if (start === undefined || at - start === addresses || size + own > bytes) {
      starts.push(at)
      size = BEFORE.length + AFTER.length
    }
    size += own
  }
  return starts
}

function lineOf({ path, edited }: Place, siteUrl: string): string {
  const moment = isoOf(edited)
  const changed = moment === undefined ? '' : `<lastmod>${moment}</lastmod>`
  return `<url><loc>${xmlText(addressOf(siteUrl, path))}</loc>${changed}</url>\n`
}

function placesOf(index: SiteIndex): Place[] {
  const open = index.pages.filter(({ access }) => mayRead(access, PUBLIC))
  const pages: Place[] = open.filter(({ readable }) => readable)
  const home = index.root === null ? [{ path: '', edited: 0 }] : []
  return home.concat(pages, listsOf(index, open))
}

/** The lists that there are, each as new as the page on it that was edited last. Only the first part of one is for search engines. */
function listsOf(index: SiteIndex, open: SitePage[]): Place[] {
  const tags = [...tagsOf(index, PUBLIC).values()].map(({ segment, pages }) => listed(`tags/${segment}`, pages))
  const dated = open.filter(({ published }) => published !== undefined)
  return [
    ...(tags.length > 0 ? [{ path: 'tags', edited: lastOf(tags) }] : []),
    ...(dated.length > 0 ? [listed('archive', dated)] : []),
  ].concat(tags)
}

const listed = (path: string, pages: SitePage[]): Place => ({ path, edited: lastOf(pages) })
const lastOf = (all: { edited: number }[]) => all.reduce((last, { edited }) => Math.max(last, edited), 0)
