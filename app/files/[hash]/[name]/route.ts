import { respondWithFile } from '@/lib/http/file-response'
import { getSharedCacheControl } from '@/lib/http/shared-cache'
import { respondWithError } from '@/lib/http/text-response'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

const YEAR_S = 31_536_000

/**
 * A file of a public page. Its address contains a hash of its content, so browsers cache it. Shared caches keep it only as long as the
 * page, which may be withdrawn.
 */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const cacheControl = { file: getSharedCacheControl(YEAR_S, 'immutable'), fallback: getSharedCacheControl() }
  const file = await respondWithFile(request, hash, PUBLIC, cacheControl)
  if (file !== undefined) return file
  const site = await getSite().catch(ignoreNotReady)
  // While the site is being filled, the file may belong to a page that was not fetched yet.
  return respondWithError(site === undefined || site.index.isFilling ? 503 : 404)
}
