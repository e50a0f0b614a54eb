import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { normalizeTitle } from 'notion-utils'
import { removeBasePath } from '../../../lib/base-path'
import { findScreen } from '../../../lib/screens/find-screen'
import type { Env } from '../../../lib/settings/env'
import { mayList, mayRead, PUBLIC } from '../../../lib/site/access'
import { POSTS_ON_A_PAGE } from '../../../lib/site/lists'
import { decodePath, joinPath } from '../../../lib/site/paths'
import { type History, isHistory, NO_HISTORY } from '../../../lib/site/prepare/history'
import { createWildcardFinder, fillWildcard, isAtOrBelow, MAX_WILDCARDS } from '../../../lib/site/resolve/find-row'
import { getViewerPath, type Site } from '../../../lib/site/site'
import type { RedirectTarget, SitePage, WildcardRedirect } from '../../../lib/site/site-index'
import { getPublishedAt, TAXONOMIES, type Term } from '../../../lib/site/terms'
import { openWorkingCopy, readSavedIndex } from '../../../lib/site/working-copy'
import { decodePercent } from '../../../lib/workspace/address'
import { escapeHtml } from '../../../lib/workspace/escape-html'
import { isObject, isSafeKey } from '../../../lib/workspace/values'
import { type BelowRedirect, type Redirect, removeLastSlash } from './host-redirects'
import { REDIRECTS } from './output-folder'
import { listSites } from './plan'

/** The maximum number of pages of a list that NotionNext had. */
const MAX_LIST_PAGES = 50

/** Returns the redirects from old addresses to what the public site has, those that matter most first. */
export function listRedirects(site: Site): Redirect[] {
  const { formerPaths, redirects, starterKitPaths } = site.index
  const leading = site.index.pages.filter(({ address }) => address !== undefined).map(({ path }) => path)
  const rows = Object.keys(redirects.exact).sort()
  const former = [...Object.keys(formerPaths), ...leading, ...listFormerTerms(site)].sort()
  const peers = [...Object.keys(starterKitPaths), ...listBlogAddresses(site), ...listFeedAddresses(site)].sort()
  const known = new Set(rows)
  const others = [...former, ...peers].filter((path) => !known.has(path) && known.add(path))
  return [
    ...rows.flatMap((path) => openRow(site, path)),
    ...listQueryRows(site),
    ...others.flatMap((path) => openAddress(site, path) ?? []),
    ...listIdAddresses(site).filter(({ from }) => !known.has(decodePath(from) ?? '')),
  ]
}

/** Returns the redirects from all paths below a path, the longest path first. */
export function listBelowRedirects(site: Site): BelowRedirect[] {
  const { wildcards } = site.index.redirects
  if (wildcards.length === 0) return []
  const shown = listPaths(site)
  const known = [
    ...new Set([...shown, ...Object.keys(site.index.formerPaths), ...Object.keys(site.index.redirects.exact)]),
  ]
  const findWildcards = createWildcardFinder(wildcards)
  return wildcards.map((row) => {
    const { below } = row
    const { target, continues, passed } = followWildcards(row, findWildcards)
    const opened = openTarget(site, target)
    const old = passed.flatMap((above) =>
      known
        .filter((path) => isAtOrBelow(path, above))
        .map((path) => joinPath(below, path.slice(above.length).replace(/^\//, ''))),
    )
    return {
      from: getOldPath(below).replace(/\/$/, ''),
      ...opened,
      row: `/${joinPath(below, '*')}`,
      continues,
      hides: shown.some((path) => path !== '' && isAtOrBelow(path, below)),
      known: [...new Set([below, ...old])].flatMap((path) => {
        const redirect = path === '' || site.list(path, PUBLIC) ? undefined : openAddress(site, path)
        const rest = path.slice(below.length).replace(/^\//, '')
        if (redirect === undefined) return []
        return [
          {
            ...redirect,
            // The row from the paths below this one names the reason.
            ...(path !== below && { row: `/${path}` }),
            sameAsRule:
              redirect.to === (continues ? `${removeLastSlash(opened.to)}${getOldPath(rest)}` : opened.to) &&
              rest !== '',
          },
        ]
      }),
    }
  })
}

/**
 * Returns where a row leads from paths for which the site has nothing, and the paths below which it has something else for them: a row
 * may lead to another one.
 */
function followWildcards(row: WildcardRedirect, findWildcards: (path: string) => WildcardRedirect[]) {
  const passed: string[] = []
  let { target, continues = false } = row
  while (continues && 'path' in target && passed.length < MAX_WILDCARDS) {
    const { path } = target
    passed.push(path)
    const [next] = findWildcards(path)
    if (next === undefined) break
    target = fillWildcard(next, path)
    continues = next.continues ?? false
  }
  return { target, continues, passed }
}

/** The encoded path of a former site. Signs that would end a path or that rules of hosts read as a wildcard are encoded, too. */
const getOldPath = (path: string): string =>
  getViewerPath(path, PUBLIC).replace(/[?#*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns a row of the table, which may lead nowhere for the public any more. */
function openRow(site: Site, path: string): Redirect[] {
  const redirect = openAddress(site, path)
  return redirect === undefined ? [] : [{ ...redirect, row: `/${path}` }]
}

function listQueryRows(site: Site): Redirect[] {
  return Object.entries(site.index.redirects.queries).flatMap(([path, rows]) =>
    rows.map(({ parameters, target }): Redirect => {
      const row = `/${path}?${new URLSearchParams(parameters)}`
      return { from: getOldPath(path), ...openTarget(site, target), query: parameters, row }
    }),
  )
}

/** Returns where a row leads that is not looked up by its path. */
function openTarget(site: Site, target: RedirectTarget): Pick<Redirect, 'to' | 'isListed' | 'status'> {
  if (target.status === 410) return { to: '', isListed: true, status: 410 }
  const status = target.status && { status: target.status }
  if ('address' in target) return { to: removeBasePath(target.address) ?? target.address, isListed: true, ...status }
  if ('path' in target) return { to: getViewerPath(target.path, PUBLIC), isListed: true, ...status }
  const page = site.index.pages.find(({ id }) => id === target.id)
  const to = (page === undefined ? '/' : getViewerPath(page.path, PUBLIC)) + (target.suffix ?? '')
  return { to, isListed: page !== undefined && mayList(page.access, PUBLIC), ...status }
}

/** Returns where an old address leads; undefined if the public finds a page there, or nothing. */
function openAddress(site: Site, path: string): Redirect | undefined {
  const found = findScreen(site, { area: 'public', prefix: '', path }, PUBLIC)
  const from = getOldPath(path)
  if (found.kind === 'gone') return { from, to: '', isListed: true, status: 410 }
  if (found.kind !== 'redirect' && found.kind !== 'external') return undefined
  const status = found.status && { status: found.status }
  if (found.kind === 'external') {
    const page = findPageAt(site, path)
    const isListed = page === undefined || mayList(page.access, PUBLIC)
    return { from, to: removeBasePath(found.address) ?? found.address, isListed, ...status }
  }
  const page = findPageAt(site, found.path)
  const isListed = page === undefined || mayList(page.access, PUBLIC)
  return { from, to: getViewerPath(found.path, PUBLIC), isListed, ...status }
}

function findPageAt(site: Site, path: string): SitePage | undefined {
  let pages = pagesByPath.get(site)
  if (pages === undefined) {
    pages = new Map(site.index.pages.map((page) => [page.path, page]))
    pagesByPath.set(site, pages)
  }
  return pages.get(path)
}
const pagesByPath = new WeakMap<Site, ReadonlyMap<string, SitePage>>()

/** Returns the decoded paths of the pages and lists of the public site. */
function listPaths(site: Site): string[] {
  const { pages } = site.index
  const lists = listSites(site).flatMap((own) => [
    ...['archive', ...TAXONOMIES].map((list) => joinPath(own.prefix, list)),
    ...TAXONOMIES.flatMap((each) =>
      [...own.terms(each, PUBLIC).keys()].map((segment) => joinPath(own.prefix, `${each}/${segment}`)),
    ),
    ...own.posts(PUBLIC).paths,
  ])
  const shown = pages.filter(({ access }) => mayRead(access, PUBLIC)).map(({ path }) => path)
  return [...shown, ...lists]
}

/** Returns the former paths of the lists of tags, categories and authors. */
function listFormerTerms(site: Site): string[] {
  return listSites(site).flatMap((own) =>
    TAXONOMIES.flatMap((taxonomy) =>
      [...own.terms(taxonomy, PUBLIC).values()].flatMap(({ formerSegments = [] }) =>
        formerSegments.map((segment) => joinPath(own.prefix, `${taxonomy}/${segment}`)),
      ),
    ),
  )
}

/** Returns paths at which another blog, such as one of NotionNext, may show what this site has elsewhere. */
function listBlogAddresses(site: Site): string[] {
  const { hasBlogDatabase, pages, collections } = site.index
  const posts = pages.filter(
    ({ access, collection }) =>
      collection !== undefined && collections[collection]?.hasPosts && mayRead(access, PUBLIC),
  )
  const dated = posts.filter(({ isPost }) => isPost).flatMap(listDatedAddresses)
  if (!hasBlogDatabase) return dated
  const terms = (['tags', 'categories'] as const).map((each) => [...site.terms(each, PUBLIC).values()])
  const [tags = [], categories = []] = terms
  return [
    ...dated,
    ...posts.flatMap(({ path }) => [`article/${path}`, `article/${path}.html`, `post/${path}`]),
    ...tags.flatMap((tag) => listParts(`tag/${tag.name}`, tag)),
    ...categories.flatMap((category) => [
      ...listParts(`category/${category.name}`, category),
      `tags/${category.segment}`,
    ]),
    ...['tag', 'category'],
    ...Array.from({ length: Math.min(posts.length, MAX_LIST_PAGES) }, (_, at) => `page/${at + 1}`),
  ]
}

/** The addresses of the pages of a list, which has as many posts on a page as NotionNext has by default. */
function listParts(list: string, { pages }: Term): string[] {
  const length = Math.min(Math.ceil(pages.length / POSTS_ON_A_PAGE), MAX_LIST_PAGES)
  return [list, ...Array.from({ length }, (_, at) => `${list}/page/${at + 1}`)]
}

/** The addresses of a post below its date, also with `article`, or its category. `article` is the default of `POST_URL_PREFIX` of NotionNext. */
function listDatedAddresses(page: SitePage): string[] {
  const { path, categories = [] } = page
  const date = new Date(getPublishedAt(page)).toISOString().slice(0, 10).replaceAll('-', '/')
  return [date, `article/${date}`, ...categories].map((prefix) => `${prefix}/${path}`)
}

/** The feeds of other sites, without the path of a language. */
const FEEDS = ['rss/feed.xml', 'rss/atom.xml', 'rss/feed.json', 'feed', 'rss', 'rss.xml', 'atom.xml', 'index.xml']

/** Returns the paths of the feeds of other sites, of languages and of lists. */
function listFeedAddresses(site: Site): string[] {
  const { languages } = site.index
  const prefixes = ['', ...languages.flatMap(({ tag }) => [tag, tag.split('-')[0] ?? tag])]
  const lists = (['tags', 'categories'] as const).flatMap((taxonomy) =>
    [...site.terms(taxonomy, PUBLIC).values()].flatMap(({ name, segment }) => [
      `${taxonomy === 'tags' ? 'tag' : 'category'}/${name}/feed`,
      `${taxonomy}/${segment}/index.xml`,
    ]),
  )
  return [...prefixes.flatMap((prefix) => FEEDS.map((feed) => joinPath(prefix, feed))), ...lists]
}

/** Returns the redirects from addresses that end in the id of a page, which Notion and nextjs-notion-starter-kit have. */
function listIdAddresses(site: Site): Redirect[] {
  return site.index.pages.flatMap((page) => {
    const { id, path, title, access, address } = page
    if (!mayRead(access, PUBLIC)) return []
    const pageId = id.replaceAll('-', '')
    const names = ['', path, normalizeTitle(title), getNotionName(title)].map((name) =>
      name === '' ? pageId : `${name}-${pageId}`,
    )
    return [...new Set(names)].map(
      (name): Redirect => ({
        from: getOldPath(name),
        to: address ?? getViewerPath(path, PUBLIC),
        isListed: mayList(access, PUBLIC),
        ...(address === undefined ? {} : { status: 307 }),
        pageId,
      }),
    )
  })
}

/** The name of a page in its address on Notion. */
const getNotionName = (title: string) => title.replace(/[^a-z\d]+/gi, '-').replace(/^-|-$/g, '')

/** The feeds of this site. Readers of feeds find them in a document by its link. */
const FEED_TARGET = /\/feed\.(?:xml|json)$/

/** Returns a document that sends visitors and search engines from a former path to its target, for hosts without redirects. */
export function renderStub(to: string, siteOrigin: string): string {
  const target = escapeHtml(to)
  const isOwn = to.startsWith('/')
  const shown = escapeHtml(isOwn ? (decodePercent(to) ?? to) : to)
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${shown}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${isOwn ? escapeHtml(siteOrigin) : ''}${target}">
${FEED_TARGET.test(to) ? `<link rel="alternate" type="application/${to.endsWith('json') ? 'feed+json' : 'atom+xml'}" href="${target}">\n` : ''}<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p><a href="${target}">${shown}</a></p>
</body>
</html>
`
}

/** Returns the paths of public pages, from which a later export on another machine knows which paths are former ones. */
export function stringifyRedirects({ index }: Site): string {
  // Visitors can read this file, so it does not name unlisted pages.
  const shown = index.pages.filter(({ access }) => mayList(access, PUBLIC))
  const ids = new Set(shown.map(({ id }) => id))
  return JSON.stringify({
    root: index.root,
    pages: Object.fromEntries(shown.map(({ id, path }) => [id, path])),
    formerPaths: Object.fromEntries(Object.entries(index.formerPaths).filter(([, id]) => ids.has(id))),
  })
}

/**
 * Restores the history of paths from the previous export if the state folder has none, as on a machine for builds whose cache has expired.
 */
export async function restoreHistory(env: Env, dir: string): Promise<void> {
  const store = openWorkingCopy(env)
  const isKnown = await store.irreplaceable('history', isHistory).then(
    (history) => history !== undefined,
    () => true,
  )
  if (isKnown || (await readSavedIndex(store)) !== undefined) return
  const history = parseRedirects(await readFile(path.join(dir, REDIRECTS), 'utf8').catch(() => ''))
  if (history === undefined) return
  await store.owned(() => store.putDerived('history', history))
}

/** Parses what {@link stringifyRedirects} wrote; undefined if it is anything else. */
export function parseRedirects(text: string): History | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || !(value.root === null || typeof value.root === 'string')) return undefined
    const [published, former] = [readTexts(value.pages), readTexts(value.formerPaths)]
    return published && former && { ...NO_HISTORY, root: value.root, published, former }
  } catch {
    return undefined
  }
}

function readTexts(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => isSafeKey(entry[0]) && typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
