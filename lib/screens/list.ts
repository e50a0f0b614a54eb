import 'server-only'
import { getSiteMessages } from '../../messages/languages'
import { resolveAddress } from '../base-path'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import type { SiteList } from '../site/lists'
import { joinPath } from '../site/paths'
import { getViewerAddress, type Site } from '../site/site'
import type { AuthorFacts, PageLink, Viewer } from '../site/site-index'
import type { Taxonomy } from '../site/terms'
import { describePages, type ListedPage } from './chrome'

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

/** Returns the decoded path of a list that has a feed of its own; undefined for the list of all pages of a site with one language. */
export function getListFeed(list: SiteList, { prefix }: Site): string | undefined {
  return joinPath(prefix, list.kind === 'term' ? `${list.taxonomy}/${list.term.segment}` : '') || undefined
}

/** Returns one page of a list as the viewer sees it. */
export async function createListView(list: SiteList, site: Site, viewer: Viewer): Promise<PageListView> {
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
    pages: await describePages(site, list.pages, viewer),
    place: partCount > 1 ? words.place(number, partCount) : undefined,
    newer: part(number - 1),
    older: part(number + 1),
  }
}

/** Returns what the list of an author shows besides the pages. */
function getAuthor({ index: { authors } }: Site, segment: string): AuthorFacts {
  const { picture, about } = (Object.hasOwn(authors, segment) && authors[segment]) || {}
  return { picture: picture && resolveAddress(picture), about }
}
