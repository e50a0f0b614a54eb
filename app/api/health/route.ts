import { getSite, getStore, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return Response.json({ status: 'live', snapshot: null }, { status: 503, headers })
  const { index } = site
  const manifest = await getStore().manifest()
  const status = manifest === undefined || manifest.problems.length > 0 ? 'degraded' : 'ready'
  const syncedAt = new Date(index.syncedAt).toISOString()
  return Response.json(
    { status, snapshot: { version: index.snapshot, pages: index.pages.length, syncedAt } },
    { headers },
  )
}
