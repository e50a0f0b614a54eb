import { mayRead, PUBLIC } from '../site/access'
import { tagsOf } from '../site/tags'
import type { SiteIndex, SitePage } from '../site/types'
import { addressOf } from './addresses'
import { isoOf } from './instants'
import { xmlText } from './xml'

/** The protocol's limit for one file. */
const MOST_ADDRESSES = 50_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

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
  most = MOST_ADDRESSES,
): string | undefined {
  const places = placesOf(index)
  const parts = Math.ceil(places.length / most)
  if (part === undefined && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, at) => `<sitemap><loc>${siteUrl}/sitemap.xml?part=${at + 1}</loc></sitemap>`,
    )
    return `${XML}<sitemapindex ${SCHEMA}>\n${files.join('\n')}\n</sitemapindex>\n`
  }
  const at = (part ?? 1) - 1
  if (!Number.isInteger(at) || at < 0 || at >= parts) return undefined
  const addresses = places.slice(at * most, (at + 1) * most).map(({ path, edited }) => {
    const moment = isoOf(edited)
    const changed = moment === undefined ? '' : `<lastmod>${moment}</lastmod>`
    return `<url><loc>${xmlText(addressOf(siteUrl, path))}</loc>${changed}</url>`
  })
  return `${XML}<urlset ${SCHEMA}>\n${addresses.join('\n')}\n</urlset>\n`
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
