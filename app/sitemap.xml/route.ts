import { sharedCaching } from '@/app/shared-cache'
import { getEnv } from '@/lib/env'
import { sitemapOf } from '@/lib/formats/sitemap'
import { getSite, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** The addresses of all public pages, for search engines. */
export async function GET(request: Request): Promise<Response> {
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return new Response('The site is not ready yet\n', { status: 503, headers: NOT_KEPT })
  const asked = new URL(request.url).searchParams.get('part')
  const sitemap = sitemapOf(site.index, getEnv().siteUrl, asked === null ? undefined : Number(asked))
  if (sitemap === undefined) return new Response('There is no such part\n', { status: 404, headers: NOT_KEPT })
  return new Response(sitemap, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': sharedCaching(),
    },
  })
}

const NOT_KEPT = { 'cache-control': 'no-store' }
