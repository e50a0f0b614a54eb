import 'server-only'
import { cache } from 'react'
import { PUBLIC } from '../../site/access'
import { getPageLocale } from '../../site/languages/interface-locale'
import { decodePath } from '../../site/paths'
import { getPageLink, type Site } from '../../site/site'
import type { PageLink, SitePage } from '../../site/site-index'
import { getStatus } from '../../site/status'
import type { RowsPage } from '../rows'
import { hasRows } from '../thread/open-rows'
import { isSiteChanged, runPageJob } from '../thread/page-thread'
import { respondWithSite } from '../thread/respond-with-site'
import type { SiteAddress } from './page-address'
import { reportAddress } from './report-address'
import { getPageChrome } from './site-chrome'

/** What an address of a view's rows shows. */
export type RowsAddress =
  | {
      kind: 'rows'
      chrome: Extract<SiteAddress, { kind: 'page' }>['chrome']
      page: SitePage
      ancestors: PageLink[]
      rows: RowsPage
      /** The language of the interface's texts within the page. */
      locale: string
      /** Whether the page took too long, so that its rows are in the reduced form. */
      isReduced: boolean
    }
  | Extract<SiteAddress, { kind: 'error' | 'redirect' }>

/** Segments of the route, still encoded. */
export type RowsParams = Promise<{ view: string; number: string; path?: string[] }>

/** Finds the rows at an address. Cached per request, because a page and its metadata both call it. */
export async function openRows(params: RowsParams): Promise<RowsAddress> {
  const { view, number, path = [] } = await params
  return open(view, number, path.join('/'))
}

const open = cache(async (view: string, number: string, encoded: string): Promise<RowsAddress> => {
  const address = await respondWithSite((site) => resolve(site, view, number, encoded))
  if (address.kind === 'error') reportAddress(address)
  else if (address.kind === 'rows') {
    // The rows are valid as long as the page that shows their view.
    const { chrome, page, isReduced } = address
    reportAddress({ kind: 'shown', version: isReduced ? undefined : `${page.id}:${page.version}`, chrome })
  }
  return address
})

async function resolve(site: Site | undefined, view: string, number: string, encoded: string): Promise<RowsAddress> {
  if (site === undefined) return { kind: 'error', status: 503 }
  const path = decodePath(encoded)
  if (path === undefined) return { kind: 'error', status: 400 }
  const found = site.resolvePage(path, PUBLIC)
  if (found.kind === 'redirect') return { kind: 'redirect', path: `rows/${view}/${number}/${found.path}` }
  // A generated home page shows no rows.
  if (found.kind !== 'page') return { kind: 'error', status: found.kind === 'home' ? 404 : getStatus(found) }
  const { page } = found
  const prepare = async () =>
    (await hasRows(site, page, PUBLIC, view))
      ? await runPageJob('rowsPage', site, page, PUBLIC, view, Number(number))
      : { value: undefined, isReduced: false }
  const made = await prepare().catch((error: unknown) => {
    if (isSiteChanged(error)) throw error
  })
  // The page itself reports that its content cannot be read.
  if (made === undefined) return { kind: 'error', status: 503 }
  const { value: rows, isReduced } = made
  if (rows === undefined) return { kind: 'error', status: 404 }
  return {
    kind: 'rows',
    chrome: await getPageChrome(site, page, PUBLIC),
    page,
    ancestors: [...site.ancestors(page, PUBLIC), getPageLink(page, PUBLIC)],
    rows,
    locale: getPageLocale(site, page),
    isReduced,
  }
}
