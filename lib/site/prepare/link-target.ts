import { addBasePath } from '../../base-path'
import { PUBLIC } from '../access'
import { toUnlockAddress } from '../page-locks'
import { decodePath, joinPath } from '../paths'
import type { Site } from '../site'
import type { LinkTarget } from '../site-index'

/**
 * Returns where a link leads that an editor wrote: a path of the site, or an http address; undefined if it leads nowhere for the public.
 * `own` is the site of the editor's language, in which a path is looked up first.
 */
export function findLinkTarget(text: string, site: Site, own = site): LinkTarget | undefined {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { address: new URL(text).href } : undefined
  // Nothing else with a scheme or a host leads anywhere.
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text) || text === '' || text.startsWith('#')) return undefined
  const path = decodePath(text)
  if (path === undefined) return undefined
  if (path === 'search') return { address: addBasePath('/search') }
  const there = path === '' ? own.homePath(PUBLIC) : joinPath(own.prefix, path)
  const inside = own.prefix === '' ? undefined : resolveTarget(there, site)
  return inside ?? resolveTarget(path, site)
}

function resolveTarget(path: string, site: Site): LinkTarget | undefined {
  const found = site.resolve(path, PUBLIC)
  switch (found.kind) {
    case 'page':
      return { id: found.page.id }
    case 'locked':
      // Links below `/unlock` load a document, so that no script of the page before watches the form.
      return { address: addBasePath(toUnlockAddress(encodeURI(`/${found.page.path}`))) }
    case 'redirect': {
      // A redirect leads to a page or a list, never to another redirect.
      const target = site.resolve(found.path, PUBLIC)
      return target.kind === 'page' ? { id: target.page.id } : { path: found.path }
    }
    case 'elsewhere':
      return { address: found.address }
    case 'home':
    case 'list':
      return { path }
    default:
      return undefined
  }
}
