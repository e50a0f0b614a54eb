import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../../../lib/env'
import { mayList, PUBLIC } from '../../../lib/site/access'
import { type History, isHistory, NO_HISTORY } from '../../../lib/site/prepare/history'
import { getViewerPath, type Site } from '../../../lib/site/site'
import { openWorkingCopy, readSavedIndex } from '../../../lib/site/working-copy'
import { isObject, isSafeKey } from '../../../lib/workspace/values'
import { REDIRECTS } from './output-folder'

/** A redirect between two encoded, site-absolute paths without the base path. */
interface FormerPath {
  from: string
  to: string
  isListed: boolean
}

/** Returns the redirects from all former paths of public pages. */
export function listRedirects(site: Site): FormerPath[] {
  const pages = new Map(site.index.pages.map((page) => [page.path, page]))
  return Object.keys(site.index.formerPaths)
    .sort()
    .flatMap((former) => {
      const found = site.resolve(former, PUBLIC)
      if (found.kind !== 'redirect') return []
      const page = pages.get(found.path)
      const isListed = page !== undefined && mayList(page.access, PUBLIC)
      return [{ from: getViewerPath(former, PUBLIC), to: getViewerPath(found.path, PUBLIC), isListed }]
    })
}

/** Returns the paths of public pages, from which a later export on another machine knows which paths are former ones. */
export function writeRedirects({ index }: Site): string {
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

/** Parses what {@link writeRedirects} wrote; undefined if it is anything else. */
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
