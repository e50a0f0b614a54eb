import { getEnv } from '@/lib/env'
import { renderSitemap } from '@/lib/formats/sitemap'
import { respondWithError, respondWithText } from '@/lib/http/text-response'
import { getCachedText } from '@/lib/site/cached-text'
import { getSite, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** The sitemap of all public pages, or a part of it. */
export async function GET(request: Request): Promise<Response> {
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return respondWithError(503)
  const asked = new URL(request.url).searchParams.get('part')
  // Only valid part numbers are cached, so that invalid ones cannot fill the cache.
  if (asked !== null && !/^[1-9]\d{0,2}$/.test(asked)) return respondWithError(404)
  const part = asked === null ? undefined : Number(asked)
  const make = async () => ({ text: renderSitemap(site.index, getEnv().siteUrl, part) })
  const { text } = await getCachedText(site, `sitemap ${part ?? ''}`, make)
  return text === undefined ? respondWithError(404) : respondWithText(request, text, { type: 'application/xml' })
}
