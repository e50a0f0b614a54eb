import { answerFile } from '@/lib/http/file-response'
import { answerNot } from '@/lib/http/generated-response'
import { sharedCaching } from '@/lib/http/shared-cache'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'

const YEAR_S = 31_536_000

/**
 * A file of a public page. Its address changes with its content, so browsers keep it; shared caches keep it no longer than the page,
 * which may be closed or deleted.
 */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const keeping = { lasting: sharedCaching(YEAR_S, 'immutable'), standIn: sharedCaching() }
  const file = await answerFile(request, hash, PUBLIC, keeping)
  if (file !== undefined) return file
  const site = await getSite().catch(ifNotReady)
  // While the site is being filled, it may be of a page that was not fetched yet.
  return answerNot(site === undefined || site.index.isFilling ? 503 : 404)
}
