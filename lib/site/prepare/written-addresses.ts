import { addBasePath } from '../../base-path'
import { parseLinkAddress } from '../../branding/addresses'
import { decodePercent, toSafeAddress } from '../../workspace/address'
import { isWorkspaceHost } from '../../workspace/ids'
import { PUBLIC } from '../access'
import { toUnlockAddress } from '../page-locks'
import { decodePath, joinPath, toPath } from '../paths'
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

/** The same for a link around pages, which may also send mail, and may have an anchor or a query. */
export function findWrittenTarget(text: string, site: Site, languageSite = site): LinkTarget | undefined {
  const address = parseLinkAddress(text)
  if (address !== undefined && /^mailto:/i.test(address)) return { address }
  return address !== undefined && /^\/.*[?#]/.test(address)
    ? { address: addBasePath(address) }
    : findLinkTarget(text, site, languageSite)
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

/** The maximum number of characters of a slug that is an address. */
const MAX_SLUG_LENGTH = 2000
/** Texts that editors mean as an address, which is never a path. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:about|data|javascript|mailto|tel|vbscript):)/i

/**
 * What the slug of a row means: the path of its page, or an address of another site to which the page leads. `isUnusable`: it is an
 * address that the site does not use, so the path is that of the title.
 */
export interface SlugTarget {
  path: string
  address?: string
  isUnusable?: true
}

/**
 * Reads the slug of a row. An address of the site itself is the path in it. An address of another site must be one that a reader may
 * safely follow: http or https, without a user name and password, and not one of Notion, where readers may have no access. `prefix` is
 * the path of the page's language.
 */
export function readSlugTarget(slug: string, siteUrl: string, prefix = ''): SlugTarget {
  if (!ADDRESS.test(slug)) return { path: toSlugPath(slug) }
  if (slug.length > MAX_SLUG_LENGTH) return { path: '', isUnusable: true }
  const own = removeSiteUrl(slug, siteUrl)
  if (own !== slug) {
    const written = own.replace(/[?#].*$/s, '')
    const isBelow = prefix !== '' && written.toLowerCase().startsWith(`/${prefix.toLowerCase()}/`)
    const path = toSlugPath(isBelow ? written.slice(prefix.length + 1) : written)
    return path === '' ? { path, isUnusable: true } : { path }
  }
  const address = readOtherAddress(slug)
  return address === undefined ? { path: '', isUnusable: true } : { path: '', address }
}

/** A slug may be copied from an address bar, with percent-encoded letters. */
const toSlugPath = (text: string) => toPath((decodePercent(text) ?? text).replace(/\.html$/i, ''))

function readOtherAddress(text: string): string | undefined {
  const address = toSafeAddress(text)
  if (address === undefined || !/^https?:/i.test(address)) return undefined
  const { href, hostname, username, password } = new URL(address)
  return username === '' && password === '' && !isWorkspaceHost(hostname) ? href : undefined
}

/** Removes the address of the site itself from the beginning of an address. Equivalent forms, such as a host in upper case, count, too. */
export function removeSiteUrl(text: string, siteUrl: string): string {
  if (!URL.canParse(text) || !URL.canParse(siteUrl)) return text
  const site = new URL(siteUrl).href.replace(/\/$/, '')
  const { href } = new URL(text)
  if (href === site) return '/'
  return href.startsWith(`${site}/`) ? href.slice(site.length) : text
}
