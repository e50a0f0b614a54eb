import 'server-only'
import { cache } from 'react'
import { addBasePath } from '../../base-path'
import { getSiteMessages } from '../../messages/parts/site'
import { PUBLIC } from '../../site/access'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { getInterfaceLocale } from '../../site/languages/interface-locale'
import type { SiteList } from '../../site/lists'
import { decodePath, joinPath } from '../../site/paths'
import { getViewerAddress, type Site } from '../../site/site'
import type { AuthorFacts, PageLink, Viewer } from '../../site/site-index'
import { getStatus } from '../../site/status'
import type { Taxonomy } from '../../site/terms'
import { openAddress, type PathParams, type SiteAddress } from './page-address'
import { reportAddress } from './report-address'
import { type Chrome, describePages, getPageChrome, type ListedPage } from './site-chrome'

/** One page of a list. It contains only what the viewer may read. Paths are encoded. */
export type PageListView =
  | { kind: 'terms'; title: string; path: string; terms: { path: string; name: string; pages: number }[] }
  | {
      kind: 'term' | 'archive' | 'posts'
      /** The list that contains this list. */
      above?: PageLink
      title: string
      path: string
      pages: ListedPage[]
      /** What the site knows of an author. */
      author?: AuthorFacts
      /** The label of this page, such as “Page 2 of 3”, if there are several. */
      place?: string
      newer?: string
      older?: string
    }

/** What an address of a list shows. */
export type ListAddress =
  | {
      kind: 'list'
      chrome: Chrome
      view: PageListView
      /** The decoded path of the list that has a feed of its own. */
      feed?: string
    }
  | Extract<SiteAddress, { kind: 'error' | 'redirect' }>

/** Finds the page at an address, or else the list. */
export async function openPageOrList(params: PathParams, viewer: Viewer = PUBLIC): Promise<SiteAddress | ListAddress> {
  const address = await openAddress(params, viewer)
  if (address.kind !== 'error' || (address.status !== 404 && address.status !== 410)) return address
  const { path = [] } = await params
  return openList(path.join('/'), viewer)
}

/** Finds the list at a path whose segments are still encoded. Cached per request, because a page and its metadata both call it. */
const openList = cache(async (encoded: string, viewer: Viewer): Promise<ListAddress> => {
  const site = await getSite().catch(ignoreNotReady)
  const address = await find(site, encoded, viewer)
  // Members lists are rendered for each request and are not cached.
  if (viewer.signedIn) return address
  if (address.kind === 'error') reportAddress(address)
  else if (address.kind === 'list') {
    const version = `lists:${site?.version('lists', viewer) ?? ''}`
    reportAddress({ kind: 'shown', version, chrome: address.chrome })
  }
  return address
})

async function find(site: Site | undefined, encoded: string, viewer: Viewer): Promise<ListAddress> {
  if (site === undefined) return { kind: 'error', status: 503 }
  const path = decodePath(encoded)
  if (path === undefined) return { kind: 'error', status: 400 }
  const found = site.resolve(path, viewer)
  if (found.kind === 'redirect') return found
  if (found.kind !== 'list') {
    const status = getStatus(found)
    // The middleware has responded at all other paths.
    return { kind: 'error', status: status === 410 || status === 503 ? status : 404 }
  }
  const { list } = found
  const own = site.forPath(path)
  const feed = list.kind === 'term' ? `${list.taxonomy}/${list.term.segment}` : ''
  return {
    kind: 'list',
    chrome: await getPageChrome(site, undefined, viewer, own.language),
    view: await createListView(list, own, viewer),
    feed: joinPath(own.prefix, feed) || undefined,
  }
}

async function createListView(list: SiteList, site: Site, viewer: Viewer): Promise<PageListView> {
  const getAddress = (path: string) => getViewerAddress(joinPath(site.prefix, path), viewer)
  const getTermPath = (taxonomy: Taxonomy, segment: string) => getAddress(`${taxonomy}/${segment}`)
  const locale = getInterfaceLocale(site)
  const words = getSiteMessages(locale).lists
  if (list.kind === 'terms') {
    const { taxonomy } = list
    const { compare } = new Intl.Collator(locale)
    const terms = list.terms
      .toSorted((a, b) => compare(a.name, b.name))
      .map(({ segment, name, pages }) => ({ path: getTermPath(taxonomy, segment), name, pages: pages.length }))
    return { kind: 'terms', title: words[taxonomy], path: getAddress(taxonomy), terms }
  }
  const path = list.kind === 'term' ? getTermPath(list.taxonomy, list.term.segment) : getAddress('archive')
  const { number, partCount } = list
  const paths = list.kind === 'posts' ? list.paths.map((each) => getViewerAddress(each, viewer)) : [path]
  const part = (other: number) =>
    other < 1 || other > partCount ? undefined : (paths[other - 1] ?? `${path}/${other}`)
  return {
    kind: list.kind,
    above: list.kind === 'term' ? { path: getAddress(list.taxonomy), title: words[list.taxonomy] } : undefined,
    title: list.kind === 'term' ? list.term.name : list.kind === 'posts' ? site.index.name : words.archive,
    path: part(number) ?? path,
    ...(list.kind === 'term' && list.taxonomy === 'authors' && { author: getAuthor(site, list.term.segment) }),
    pages: await describePages(site, list.pages, viewer, list.kind === 'archive' ? 3 : 2),
    place: partCount > 1 ? words.place(number, partCount) : undefined,
    newer: part(number - 1),
    older: part(number + 1),
  }
}

/** Returns what the list of an author shows besides the pages. */
function getAuthor({ index: { authors } }: Site, segment: string): AuthorFacts {
  const { picture, about } = (Object.hasOwn(authors, segment) && authors[segment]) || {}
  return { picture: picture?.startsWith('/') ? addBasePath(picture) : picture, about }
}
