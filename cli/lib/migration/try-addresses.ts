import { getEditDistance } from '../../../lib/edit-distance'
import type { Route } from '../../../lib/routes'
import { findScreen, readAddress } from '../../../lib/screens/find-screen'
import { getEnv } from '../../../lib/settings/env'
import { mayList, PUBLIC } from '../../../lib/site/access'
import { decodePath, toPath } from '../../../lib/site/paths'
import { getStatus } from '../../../lib/site/resolve/resolution'
import type { Site } from '../../../lib/site/site'
import type { SitePage } from '../../../lib/site/site-index'

/** What becomes of an old address: it shows something, redirects, was deleted on purpose, or would be lost. */
export type Fate = 'shown' | 'redirected' | 'deleted' | 'lost'

/** Returns what the public gets at an encoded path with its query, as the server decides it. */
export function tryAddress(site: Site, address: string, isPublicFile: (pathname: string) => boolean): Fate {
  const { pathname, search } = new URL(address, 'https://old.invalid')
  const read = readAddress(pathname, PUBLIC, search)
  if (read === undefined) return 'lost'
  if (read.handler !== undefined) return isHandled(read.handler, pathname, site) ? 'shown' : 'lost'
  if (isPublicFile(pathname)) return 'shown'
  switch (getStatus(findScreen(site, read, PUBLIC))) {
    case 200:
      return 'shown'
    case 308:
      return 'redirected'
    case 410:
      return 'deleted'
    default:
      return 'lost'
  }
}

/** Whether a route that visitors can open responds, and has the file at a path. */
function isHandled({ kind, needs, methods, audience }: Route, pathname: string, site: Site): boolean {
  if (kind === 'file') return site.showsFile(pathname.split('/')[2] ?? '', PUBLIC)
  const isEnabled = needs === undefined || (needs === 'signIn' && getEnv().signIn !== undefined)
  return isEnabled && methods.includes('GET') && audience !== 'editor'
}

/** A page that an old address may have meant. */
interface NearPage {
  /** The encoded path. */
  path: string
  title: string
}

/** The longest part of a name that is compared, because comparing takes quadratic time. */
const MAX_COMPARED_LENGTH = 60

/** The maximum number of addresses for which a page is searched, because each takes some milliseconds. */
export const MAX_COMPARED = 1000

/**
 * Returns a function that finds the public page that an old address most probably meant: one whose path or title ends in the same words as
 * the address, or else the most similar path. After the first `most` addresses, it finds none.
 */
export function createNearestPageFinder(site: Site, most = MAX_COMPARED): (address: string) => NearPage | undefined {
  const listed = site.index.pages.filter((page) => mayList(page.access, PUBLIC) && page.address === undefined)
  const byName = new Map<string, SitePage>()
  for (const getName of [({ path }: SitePage) => getLastSegment(path), ({ title }: SitePage) => toPath(title)]) {
    for (const page of listed) {
      const name = getName(page)
      if (name !== '' && !byName.has(name)) byName.set(name, page)
    }
  }
  let compared = 0
  return (address) => {
    if (compared++ >= most) return undefined
    const { pathname } = new URL(address, 'https://old.invalid')
    const name = toPath(getLastSegment(decodePath(pathname) ?? '').replace(/\.[a-z\d]{1,5}$/i, ''))
    if (name === '') return undefined
    const same = byName.get(name)
    if (same !== undefined) return { path: encodeURI(`/${same.path}`), title: same.title }
    const getDistance = (path: string) => getEditDistance(cut(name), cut(getLastSegment(decodePath(path) ?? '')))
    const [near] = site.suggestions(name).toSorted((a, b) => getDistance(a.path) - getDistance(b.path))
    return near && { path: near.path, title: near.title }
  }
}

const getLastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const cut = (text: string) => text.slice(0, MAX_COMPARED_LENGTH)
