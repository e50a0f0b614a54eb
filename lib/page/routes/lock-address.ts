import 'server-only'
import { cache } from 'react'
import { isPublicViewer, PUBLIC } from '../../site/access'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { decodePath } from '../../site/paths'
import { getViewerAddress, getViewerPath } from '../../site/site'
import type { Viewer } from '../../site/site-index'
import type { PathParams } from './page-address'
import { reportAddress } from './report-address'
import { type Chrome, getPageChrome } from './site-chrome'

/** What the form for the password of a page shows. */
export interface LockAddress {
  chrome: Chrome
  title: string
  /** The page's address for viewers who do not need a password. */
  address: string
  /** The same without the base path, as the form sends it. */
  path: string
}

/** Returns the form at an address if the viewer has to give a password there. Cached per request, as `openAddress` is. */
export async function openLock(params: PathParams, viewer: Viewer = PUBLIC): Promise<LockAddress | undefined> {
  const { path = [] } = await params
  return open(path.join('/'), viewer)
}

const open = cache(async (encoded: string, viewer: Viewer): Promise<LockAddress | undefined> => {
  const site = await getSite().catch(ignoreNotReady)
  const path = decodePath(encoded)
  const page = path === undefined ? undefined : site?.lockedPage(path, viewer)
  if (site === undefined || page === undefined) return undefined
  // Third parties must not see passwords being typed.
  const chrome = {
    ...(await getPageChrome(site, page, viewer)),
    analytics: undefined,
    comments: undefined,
    forms: undefined,
  }
  if (isPublicViewer(viewer)) {
    reportAddress({ kind: 'shown', version: `${page.id}:${site.version(page.id, viewer)}`, chrome })
  }
  return {
    chrome,
    title: page.title,
    address: getViewerAddress(page.path, viewer),
    path: getViewerPath(page.path, viewer),
  }
})
