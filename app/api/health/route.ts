import { getSite, getStore, SiteNotReadyError } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  try {
    const { index } = await getSite()
    const manifest = await getStore().manifest()
    const status = manifest === undefined || manifest.problems.length > 0 ? 'degraded' : 'ready'
    const snapshot = {
      version: index.snapshot,
      pages: index.pages.length,
      syncedAt: new Date(index.syncedAt).toISOString(),
    }
    return Response.json({ status, snapshot }, { headers })
  } catch (error) {
    if (!(error instanceof SiteNotReadyError)) throw error
    return Response.json({ status: 'live', snapshot: null }, { status: 503, headers })
  }
}
