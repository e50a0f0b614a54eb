import 'server-only'
import { cache } from 'react'
import type { ErrorStatus } from '../../formats/error-page'
import { isPublicViewer, PUBLIC } from '../../site/access'
import { decodePath } from '../../site/paths'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getStatus } from '../../site/status'
import { openView } from '../thread/open-view'
import { respondWithSite } from '../thread/respond-with-site'
import type { OpenedView } from '../wire/page'
import { reportAddress } from './report-address'
import type { Chrome, ListedPage } from './site-chrome'
import { getAnnouncement, getChrome, getPageChrome, getTopPages } from './site-chrome'

/**
 * What an address shows. An error is a rendered page, because the not-found page of Next.js is empty without scripts. The page cache sets
 * its status.
 */
export type SiteAddress =
  | { kind: 'page'; chrome: Chrome; page: SitePage; view: OpenedView }
  | { kind: 'home'; chrome: Chrome; site: Site; pages: ListedPage[] }
  | { kind: 'redirect'; path: string }
  | { kind: 'error'; status: ErrorStatus }

/** Segments of a catch-all route, still encoded. */
export type PathParams = Promise<{ path?: string[] }>

/** Finds what an address shows to a viewer. Cached per request, because a page and its metadata both call it. */
export async function openAddress(params: PathParams, viewer: Viewer = PUBLIC): Promise<SiteAddress> {
  const { path = [] } = await params
  return open(path.join('/'), viewer)
}

const open = cache(async (encoded: string, viewer: Viewer): Promise<SiteAddress> => {
  const address = await find(encoded, viewer)
  // Other pages are rendered for each request and are not cached.
  if (isPublicViewer(viewer)) report(address)
  return address
})

async function find(encoded: string, viewer: Viewer): Promise<SiteAddress> {
  const path = decodePath(encoded)
  if (path === undefined) return { kind: 'error', status: 400 }
  return respondWithSite((site) => resolve(site, path, viewer))
}

async function resolve(site: Site | undefined, path: string, viewer: Viewer): Promise<SiteAddress> {
  if (site === undefined) return { kind: 'error', status: 503 }
  const found = site.resolvePage(path, viewer)
  switch (found.kind) {
    case 'page': {
      const view = await openView(site, found.page, viewer)
      if (view === undefined) return { kind: 'error', status: 503 }
      return { kind: 'page', chrome: await getPageChrome(site, found.page, viewer), page: found.page, view }
    }
    case 'home': {
      const chrome = { ...(await getChrome(site, viewer)), ...getAnnouncement(site) }
      return { kind: 'home', chrome, site, pages: await getTopPages(site, viewer) }
    }
    case 'redirect':
      return found
    default:
      return { kind: 'error', status: getStatus(found) }
  }
}

function report(address: SiteAddress): void {
  switch (address.kind) {
    case 'page': {
      const { chrome, page, view } = address
      reportAddress({
        kind: 'shown',
        version: view.isReduced ? undefined : `${page.id}:${page.version}`,
        chrome,
        frames: view.frameSources,
      })
      break
    }
    case 'home': {
      const { chrome, site } = address
      reportAddress({ kind: 'shown', version: `home:${site.index.homeVersion}`, chrome })
      break
    }
    case 'error':
      reportAddress(address)
  }
}
