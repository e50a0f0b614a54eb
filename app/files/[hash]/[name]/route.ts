import { answerFile } from '@/lib/http/file-response'
import { sharedCaching } from '@/lib/http/shared-cache'
import { PUBLIC } from '@/lib/site/access'

const YEAR_S = 31_536_000

/**
 * A file of a public page. Its address changes with its content, so browsers keep it; shared caches keep it no longer than the page,
 * which may be closed or deleted.
 */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const keeping = { lasting: sharedCaching(YEAR_S, 'immutable'), standIn: sharedCaching() }
  const file = await answerFile(request, hash, PUBLIC, keeping)
  return file ?? new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
}
