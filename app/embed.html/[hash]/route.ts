import { respondWithHtmlBlock } from '@/lib/http/html-block'
import { getSharedCacheControl } from '@/lib/http/shared-cache'
import { respondWithError } from '@/lib/http/text-response'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

/** An HTML file that a public page shows in an iframe. */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const response = await respondWithHtmlBlock(request, hash, PUBLIC, getSharedCacheControl())
  if (response !== undefined) return response
  const site = await getSite().catch(ignoreNotReady)
  return respondWithError(site === undefined || site.index.isFilling ? 503 : 404)
}
