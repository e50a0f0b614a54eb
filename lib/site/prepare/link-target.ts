import { addBasePath } from '../../base-path'
import { PUBLIC } from '../access'
import { toUnlockAddress } from '../page-locks'
import { decodePath, joinPath } from '../paths'
import type { Site } from '../site'
import type { LinkTarget } from '../site-index'

/**
 * Returns the target of a link that an editor wrote in a table or menu: a page, a path or an http address; undefined if the public cannot
 * open it. `languageSite` is the site of the table's language, in which paths are looked up first.
 */
export function findLinkTarget(text: string, site: Site, languageSite = site): LinkTarget | undefined {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { address: new URL(text).href } : undefined
  // Other schemes, and addresses with only a host, are not supported.
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text) || text === '' || text.startsWith('#')) return undefined
  const path = decodePath(text)
  if (path === undefined) return undefined
  if (path === 'search') return { address: addBasePath('/search') }
  const { prefix } = languageSite
  const languagePath = path === '' ? languageSite.homePath(PUBLIC) : joinPath(prefix, path)
  const languageTarget = prefix === '' ? undefined : resolveTarget(languagePath, site)
  return languageTarget ?? resolveTarget(path, site)
}

function resolveTarget(path: string, site: Site): LinkTarget | undefined {
  const found = site.resolve(path, PUBLIC)
  switch (found.kind) {
    case 'page':
      return { id: found.page.id }
    case 'locked':
      // Links to `/unlock` load a new document, so that no script of the previous page can read the password.
      return { address: addBasePath(toUnlockAddress(encodeURI(`/${found.page.path}`))) }
    case 'redirect': {
      // A redirect leads to a page or a list, never to another redirect.
      const target = site.resolve(found.path, PUBLIC)
      return target.kind === 'page' ? { id: target.page.id } : { path: found.path }
    }
    case 'external':
      return { address: found.address }
    case 'home':
    case 'list':
      return { path }
    default:
      return undefined
  }
}
