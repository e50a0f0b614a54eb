import { getViewer } from '@/lib/auth/viewer'
import { respondWithHtmlBlock } from '@/lib/http/html-block'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ page: string; hash: string }> }

const NOT_CACHED = 'private, no-store'

/** Sends the HTML file of a block if the viewer may read its page. Access is checked at each request. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { page, hash } = await params
  const viewer = await getViewer()
  const site = viewer.signedIn ? await getSite().catch(ignoreNotReady) : undefined
  const response =
    site?.showsFile(hash, viewer, page) && (await respondWithHtmlBlock(request, hash, viewer, NOT_CACHED))
  return response || new Response('Forbidden', { status: 403, headers: { 'cache-control': NOT_CACHED } })
}
