import { findPageId, getNotionUrl, isWorkspaceHost } from '../../workspace/ids'
import { type PageSeo, parsePageSeo, readRowSeo, type SeoName } from '../../workspace/page-seo'
import type { SeoRow } from '../../workspace/read/page-tables'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayRead, PUBLIC } from '../access'
import { Site } from '../site'
import type { SiteIndex, SitePage } from '../site-index'
import { findLinkTarget, removeSiteUrl } from './written-addresses'

/** A value for search engines that the site does not use. */
export interface WrongSeo {
  name: SeoName | 'translation'
  text: string
}

interface ReadSeo {
  seo: PageSeo
  translations: Id[]
  wrong: WrongSeo[]
}

interface SeoInput {
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
}

/** Adds what rows, or else tables on the home pages, set of each page for search engines. */
export function addSeo(index: SiteIndex, input: SeoInput, roots: readonly Id[], siteUrl: string): void {
  const readSeo = createSeoReader(index, input, roots, siteUrl)
  // A canonical address may be that of any page, so all are read before one is changed.
  const all = index.pages.map((page) => [page, readSeo(page)] as const)
  for (const [page, { seo, translations }] of all) {
    if (Object.keys(seo).length > 0) page.seo = seo
    if (translations.length > 0) page.translations = [...new Set([...(page.translations ?? []), ...translations])]
  }
}

/** Returns a function that reads what editors set of a page for search engines. A row's own values count more than those of tables. */
export function createSeoReader(
  index: SiteIndex,
  { pages, collections }: SeoInput,
  roots: readonly Id[],
  siteUrl: string,
): (page: SitePage) => ReadSeo {
  const tables: Record<Id, SeoRow> = Object.assign({}, ...roots.map((id) => pages.get(id)?.seo).reverse())
  const byId = new Map(index.pages.map((page) => [page.id, page]))
  let site: Site | undefined
  const findCanonical = (page: SitePage, text: string): string | undefined => {
    const named = isWorkspaceHost(new URL(text).hostname) ? findPageId(new URL(text).pathname) : undefined
    const own = removeSiteUrl(text, siteUrl)
    if (named === undefined && own === text) return isWorkspaceHost(new URL(text).hostname) ? undefined : text
    site ??= new Site(index)
    const target =
      named === undefined ? findLinkTarget(own.replace(/[?#].*$/s, ''), site, site.forPath(page.path)) : { id: named }
    if (target === undefined) return undefined
    if ('address' in target) return URL.canParse(target.address) ? target.address : undefined
    const path = 'path' in target ? target.path : findPublicPath(byId.get(target.id))
    return path === undefined ? undefined : siteUrl + encodeURI(`/${path}`)
  }
  return (page) => {
    const record = pages.get(page.id)
    const collection = collections.get(page.collection ?? '')
    const { translations = [], ...chosen } = (Object.hasOwn(tables, page.id) && tables[page.id]) || {}
    const texts = { ...chosen, ...(record && collection && readRowSeo(record.block, collection)) }
    const { seo, wrong: wrongTexts } = parsePageSeo(texts)
    const wrong: WrongSeo[] = [...wrongTexts]
    if (seo.canonical !== undefined) {
      const found = findCanonical(page, seo.canonical)
      if (found === undefined) wrong.push({ name: 'canonical', text: seo.canonical })
      // Every page names itself anyway.
      if (found === undefined || found === siteUrl + encodeURI(`/${page.path}`)) delete seo.canonical
      else seo.canonical = found
    }
    for (const id of translations) {
      const other = byId.get(id)
      if (other === undefined || other.locale === page.locale) {
        wrong.push({ name: 'translation', text: other?.title ?? getNotionUrl(id) })
      }
    }
    return { seo, translations, wrong }
  }
}

const findPublicPath = (page: SitePage | undefined): string | undefined =>
  page !== undefined && page.address === undefined && mayRead(page.access, PUBLIC) ? page.path : undefined
