import { renderSitemap } from '@/lib/formats/sitemap'
import { respondWithError, respondWithText } from '@/lib/http/text-response'
import { getEnv } from '@/lib/settings/env'
import { getCachedText } from '@/lib/site/cached-text'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** The sitemap of all public pages, or a part of it. */
export async function GET(request: Request): Promise<Response> {
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondWithError(503)
  const part = new URL(request.url).searchParams.get('part') ?? undefined
  // Only valid part numbers are cached, so that invalid ones cannot fill the cache.
  if (part !== undefined && !/^[1-9]\d{0,2}$/.test(part)) return respondWithError(404)
  const render = async () => ({
    text: renderSitemap(site.index, getEnv().siteUrl, part === undefined ? undefined : Number(part)),
  })
  const { text } = await getCachedText(site, `sitemap ${part ?? ''}`, render)
  return text === undefined ? respondWithError(404) : respondWithText(request, text, { type: 'application/xml' })
}
