import type { Id } from '../../workspace/record-map'
import { mayRead, PUBLIC } from '../access'
import type { SiteIndex, SitePage } from '../site-index'

/** Whether a page is the home page of the site, or of one of its languages. */
export const isHomePage = ({ path, parent, locale }: Pick<SitePage, 'path' | 'parent' | 'locale'>): boolean =>
  path === '' || (parent === null && locale !== undefined)

/** Returns an index for each language, with its pages, its home page and its navigation; none if there is only one language. */
export function splitByLanguage(index: SiteIndex): [tag: string, index: SiteIndex][] {
  const first = index.pages.find((page) => page.id === index.root)
  const isRootPublic = first !== undefined && mayRead(first.access, PUBLIC)
  return index.languages.map(({ tag, root, postList = null }) => {
    const pages = index.pages.filter((page) => page.locale === tag)
    const home = pages.find((page) => page.id === root)
    const own: SiteIndex = {
      ...index,
      ...(home && { name: home.title, description: home.description, icon: home.icon }),
      root,
      // A viewer of this language may not be allowed to read the root page, which has the `Look` table.
      look: root === index.root || isRootPublic ? index.look : {},
      pages,
      postList,
      navigation: home?.children ?? [],
      menu: index.menu.filter(({ locale }) => locale === tag),
      links: index.links.filter(({ locale }) => locale === tag),
      announcements: index.announcements.filter(({ locale }) => locale === tag),
    }
    return [tag, own]
  })
}

/**
 * Returns the tag of the language that a decoded path belongs to; undefined on a site with one language. A path that begins with the tag of
 * a language, in upper or lower case, belongs to that language; all other paths belong to the first language.
 */
export function findPathLanguage(path: string, { languages }: Pick<SiteIndex, 'languages'>): string | undefined {
  const first = path.split('/', 1)[0]?.toLowerCase()
  return (languages.slice(1).find(({ tag }) => tag.toLowerCase() === first) ?? languages[0])?.tag
}

/** The pages that correspond to each other, by the tags of their languages. */
type Translations = ReadonlyMap<string, Id>

/**
 * Returns the translations of each page, by its id, itself included. Home pages correspond to each other. Other pages correspond if
 * `Translation` relations connect them, also through others and in either direction, or else if they have the same path in their languages.
 * Of several pages of a language, the first of the index is chosen, so that the result is the same from all of them.
 */
export function collectTranslations({ languages, pages }: SiteIndex): ReadonlyMap<Id, Translations> {
  const found = new Map<Id, Map<string, Id>>()
  if (languages.length === 0) return found
  const homes = new Map(languages.map(({ tag, root }) => [tag, root]))
  for (const { root } of languages) found.set(root, homes)
  const others = pages.filter(({ id }) => !found.has(id))
  const add = (group: Map<string, Id>, { id, locale = '' }: SitePage) => {
    if (group.has(locale)) return
    group.set(locale, id)
    found.set(id, group)
  }
  for (const connected of connectPages(others)) {
    const group = new Map<string, Id>()
    if (new Set(connected.map(({ locale }) => locale)).size > 1) for (const page of connected) add(group, page)
  }
  const byPath = new Map<string, Map<string, Id>>()
  const getPathKey = ({ path, locale }: SitePage) =>
    locale !== languages[0]?.tag && path.startsWith(`${locale}/`) ? path.slice(path.indexOf('/')) : `/${path}`
  for (const page of others) {
    const group = found.get(page.id)
    if (group !== undefined && !byPath.has(getPathKey(page))) byPath.set(getPathKey(page), group)
  }
  for (const page of others) {
    if (found.has(page.id)) continue
    const group = byPath.get(getPathKey(page)) ?? new Map<string, Id>()
    byPath.set(getPathKey(page), group)
    add(group, page)
  }
  return found
}

/** Returns the groups of pages that relations connect. Takes linear time, also for cycles. */
function connectPages(pages: readonly SitePage[]): SitePage[][] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const connected = new Map<SitePage, SitePage[]>()
  const connect = (from: SitePage, to: SitePage) => {
    const known = connected.get(from)
    if (known === undefined) connected.set(from, [to])
    else known.push(to)
  }
  for (const page of pages) {
    for (const id of page.translations ?? []) {
      const other = byId.get(id)
      if (other === undefined || other === page) continue
      connect(page, other)
      connect(other, page)
    }
  }
  const seen = new Set<SitePage>()
  const order = new Map(pages.map((page, at) => [page, at]))
  return [...connected.keys()].flatMap((start) => {
    if (seen.has(start)) return []
    const group: SitePage[] = []
    const waiting = [start]
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (seen.has(page)) continue
      seen.add(page)
      group.push(page)
      for (const other of connected.get(page) ?? []) waiting.push(other)
    }
    return [group.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))]
  })
}
