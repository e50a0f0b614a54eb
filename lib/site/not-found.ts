import 'server-only'
import { findPageId } from '../workspace/ids'
import { PUBLIC } from './access'
import { findWrittenTarget } from './prepare/written-addresses'
import type { Site } from './site'
import type { SitePage } from './site-index'
import { getSiteSettings } from './site-settings'

/** Returns the public page whose content missing addresses below a decoded path show; undefined if none was chosen. */
export function findNotFoundPage(site: Site, path = ''): SitePage | undefined {
  const own = site.forPath(path)
  const { page: written } = getSiteSettings(own).notFound
  return written === undefined ? undefined : findPublicPage(written, site, own)
}

/** Returns the public page at a path, or with an id; undefined if there is none. `own` is the site in whose language the path is. */
export function findPublicPage(written: string, site: Site, own: Site): SitePage | undefined {
  const target = written.startsWith('/') ? findWrittenTarget(written, site, own) : { id: findPageId(written) ?? '' }
  const page = target !== undefined && 'id' in target ? site.page(target.id, PUBLIC) : undefined
  return page?.address === undefined && page?.access.kind === 'public' ? page : undefined
}
