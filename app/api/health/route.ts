import { mayRead, PUBLIC } from '@/lib/site/access'
import { getSite, getStore, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return Response.json({ status: 'live', snapshot: null }, { status: 503, headers })
  const { index } = site
  const manifest = await getStore().manifest()
  const status = manifest === undefined || manifest.problems.length > 0 ? 'degraded' : 'ready'
  // How many pages are not public is nobody's business.
  const pages = index.pages.filter((page) => mayRead(page.access, PUBLIC)).length
  const syncedAt = new Date(index.syncedAt).toISOString()
  return Response.json({ status, snapshot: { version: index.snapshot, pages, syncedAt } }, { headers })
}
