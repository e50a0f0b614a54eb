import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { removeBasePath } from '../../../lib/base-path'
import { findScreen } from '../../../lib/screens/find-screen'
import type { Env } from '../../../lib/settings/env'
import { mayList, mayRead, PUBLIC } from '../../../lib/site/access'
import { joinPath } from '../../../lib/site/paths'
import { type History, isHistory, NO_HISTORY } from '../../../lib/site/prepare/history'
import { getViewerPath, type Site } from '../../../lib/site/site'
import { TAXONOMIES } from '../../../lib/site/terms'
import { openWorkingCopy, readSavedIndex } from '../../../lib/site/working-copy'
import { escapeHtml } from '../../../lib/workspace/escape-html'
import { isObject, isSafeKey } from '../../../lib/workspace/values'
import { REDIRECTS } from './output-folder'

/** A redirect from an encoded, site-absolute path without the base path to another one, or to another site. */
interface FormerPath {
  from: string
  to: string
  isListed: boolean
  isTemporary?: true
}

/** The maximum number of later pages of the list of posts that NotionNext had. */
const MAX_LIST_PAGES = 50

/** Returns the redirects from former paths of public pages, those of editors, and those from addresses of NotionNext. */
export function listRedirects(site: Site): FormerPath[] {
  const { formerPaths, redirects } = site.index
  const pages = new Map(site.index.pages.map((page) => [page.path, page]))
  const leading = site.index.pages.filter(({ address }) => address !== undefined).map(({ path }) => path)
  const former = new Set([
    ...[...Object.keys(formerPaths), ...Object.keys(redirects)],
    ...[...leading, ...listFormerTerms(site), ...listBlogAddresses(site)],
  ])
  return [...former].sort().flatMap((path): FormerPath[] => {
    const found = findScreen(site, { area: 'public', prefix: '', path }, PUBLIC)
    const from = getViewerPath(path, PUBLIC)
    if (found.kind !== 'redirect' && found.kind !== 'external') return []
    const temporary = found.isTemporary && { isTemporary: found.isTemporary }
    if (found.kind === 'external') {
      const page = pages.get(path)
      const isListed = page === undefined || mayList(page.access, PUBLIC)
      return [{ from, to: removeBasePath(found.address) ?? found.address, isListed, ...temporary }]
    }
    const page = pages.get(found.path)
    const isListed = page === undefined || mayList(page.access, PUBLIC)
    return [{ from, to: getViewerPath(found.path, PUBLIC), isListed, ...temporary }]
  })
}

/** Returns the former paths of the lists of tags, categories and authors. */
function listFormerTerms(site: Site): string[] {
  const { languages } = site.index
  const sites = languages.length === 0 ? [site] : languages.map(({ tag }) => site.forLanguage(tag))
  return sites.flatMap((own) =>
    TAXONOMIES.flatMap((taxonomy) =>
      [...own.terms(taxonomy, PUBLIC).values()].flatMap(({ formerSegments = [] }) =>
        formerSegments.map((segment) => joinPath(own.prefix, `${taxonomy}/${segment}`)),
      ),
    ),
  )
}

/** Returns paths at which NotionNext may show what this site has elsewhere. */
function listBlogAddresses(site: Site): string[] {
  const { hasBlogDatabase, pages, collections } = site.index
  if (!hasBlogDatabase) return []
  const posts = pages.filter(
    ({ access, collection }) =>
      collection !== undefined && collections[collection]?.hasPosts && mayRead(access, PUBLIC),
  )
  const terms = (['tags', 'categories'] as const).map((each) => [...site.terms(each, PUBLIC).values()])
  const [tags = [], categories = []] = terms
  return [
    ...posts.flatMap(({ path }) => [`article/${path}`, `article/${path}.html`, `post/${path}`]),
    ...tags.map(({ name }) => `tag/${name}`),
    ...categories.flatMap(({ name, segment }) => [`category/${name}`, `tags/${segment}`]),
    ...['tag', 'category'],
    ...Array.from({ length: Math.min(posts.length, MAX_LIST_PAGES) }, (_, at) => `page/${at + 1}`),
  ]
}

/** Returns a document that sends visitors and search engines from a former path to its target, for hosts without redirects. */
export function renderStub(to: string, siteOrigin: string): string {
  const target = escapeHtml(to)
  const isOwn = to.startsWith('/')
  const shown = escapeHtml(isOwn ? decodeURI(to) : to)
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${shown}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${isOwn ? escapeHtml(siteOrigin) : ''}${target}">
<meta http-equiv="refresh" content="0; url=${target}">
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
