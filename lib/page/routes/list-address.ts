import 'server-only'
import { cache } from 'react'
import { getEnv } from '../../env'
import { getSiteMessages } from '../../messages/parts/site'
import { PUBLIC } from '../../site/access'
import { getSite, ifNotReady } from '../../site/get-site'
import type { SiteList } from '../../site/lists'
import { decodePath } from '../../site/paths'
import { getViewerAddress, type Site } from '../../site/site'
import type { PageLink, Viewer } from '../../site/site-index'
import type { SiteAddress } from './page-address'
import { reportAddress } from './report-address'
import { type Chrome, describePages, getChrome, type ListedPage } from './site-chrome'

/** One page of a list. It contains only what the viewer may read. Paths are encoded. */
export type PageListView =
  | { kind: 'tags'; title: string; path: string; tags: { path: string; name: string; pages: number }[] }
  | {
      kind: 'tag' | 'archive'
      /** The list that contains this list. */
      above?: PageLink
      title: string
      path: string
      pages: ListedPage[]
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
      /** The path segment of the tag, for the list of a tag. */
      tag?: string
    }
  | Extract<SiteAddress, { kind: 'error' | 'redirect' }>

/** Finds the list at a path whose segments are still encoded. Cached per request, because a page and its metadata both call it. */
export const openList = cache(async (encoded: string, viewer: Viewer = PUBLIC): Promise<ListAddress> => {
  const site = await getSite().catch(ifNotReady)
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
  if (found.kind !== 'list') return { kind: 'error', status: found.kind === 'unavailable' ? 503 : 404 }
  const { list } = found
  const chrome = await getChrome(site, viewer)
  const tag = list.kind === 'tag' ? list.tag.segment : undefined
  return {
    kind: 'list',
    chrome,
    view: await createListView(list, site, viewer),
    tag,
  }
}

async function createListView(list: SiteList, site: Site, viewer: Viewer): Promise<PageListView> {
  const at = (path: string) => getViewerAddress(path, viewer)
  const tagPath = (segment: string) => at(`tags/${segment}`)
  const words = getSiteMessages(getEnv().locale).lists
  if (list.kind === 'tags') {
    const { compare } = new Intl.Collator(getEnv().locale)
    const tags = list.tags
      .toSorted((a, b) => compare(a.name, b.name))
      .map(({ segment, name, pages }) => ({ path: tagPath(segment), name, pages: pages.length }))
    return { kind: 'tags', title: words.tags, path: at('tags'), tags }
  }
  const path = list.kind === 'tag' ? tagPath(list.tag.segment) : at('archive')
  const { number, numbers } = list
  const part = (other: number) => (other < 1 || other > numbers ? undefined : other === 1 ? path : `${path}/${other}`)
  return {
    kind: list.kind,
    above: list.kind === 'tag' ? { path: at('tags'), title: words.tags } : undefined,
    title: list.kind === 'tag' ? list.tag.name : words.archive,
    path: part(number) ?? path,
    pages: await describePages(site, list.pages, viewer),
    place: numbers > 1 ? words.place(number, numbers) : undefined,
    newer: part(number - 1),
    older: part(number + 1),
  }
}
