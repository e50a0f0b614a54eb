import { mayRead, PUBLIC } from '../site/access'
import type { SiteIndex } from '../site/types'
import { addressOf } from './addresses'
import { isoOf } from './instants'
import { xmlText } from './xml'

/** The protocol's limit for one file. */
const MOST_ADDRESSES = 50_000

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * The sitemap of the public pages: one file, or an index of several where one would be too long. `part`, counted from 1, asks for
 * one of the several; undefined when there is no such part.
 */
export function sitemapOf(
  index: SiteIndex,
  siteUrl: string,
  part: number | undefined,
  most = MOST_ADDRESSES,
): string | undefined {
  const places = placesOf(index)
  const parts = Math.max(1, Math.ceil(places.length / most))
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

function placesOf({ root, pages }: SiteIndex): { path: string; edited: number }[] {
  const shown = pages.filter((page) => page.readable && mayRead(page.access, PUBLIC))
  return root === null ? [{ path: '', edited: 0 }, ...shown] : shown
}
