import 'server-only'
import { cache } from 'react'
import { getPageView, type PageView } from '@/lib/page/view'
import { PUBLIC } from '@/lib/site/access'
import { getSite } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import type { SitePage } from '@/lib/site/types'

/** What a public address answers with. */
export type SiteAddress =
  | { kind: 'page'; site: Site; page: SitePage; view: PageView }
  | { kind: 'home'; site: Site }
  | { kind: 'redirect'; path: string }
  | { kind: 'gone' | 'unavailable' | 'missing' }

/** Segments of a catch-all route, still encoded. */
export type PathParams = Promise<{ path?: string[] }>

/** Finds what a public address is; a page and its metadata ask for the same thing once. */
export async function openAddress(params: PathParams): Promise<SiteAddress> {
  const { path = [] } = await params
  return open(path.join('/'))
}

const open = cache(async (encoded: string): Promise<SiteAddress> => {
  const path = decoded(encoded)
  if (path === undefined) return { kind: 'missing' }
  const site = await getSite()
  const found = site.resolve(path, PUBLIC)
  if (found.kind === 'home') return { kind: 'home', site }
  if (found.kind !== 'page') return found
  const view = await getPageView(site, found.page, PUBLIC)
  return view === undefined ? { kind: 'unavailable' } : { kind: 'page', site, page: found.page, view }
})

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
