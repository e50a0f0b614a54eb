import { getUnlockedViewer } from '@/lib/auth/viewer'
import { respondWithHtmlBlock } from '@/lib/http/html-block'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ page: string; hash: string }> }

const NOT_CACHED = 'private, no-store'

/** Sends the HTML file of a block on a page with a password to a visitor who has given it. Access is checked at each request. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { page, hash } = await params
  const viewer = await getUnlockedViewer()
  const site = viewer.unlocked === undefined ? undefined : await getSite().catch(ignoreNotReady)
  const response =
    site?.showsFile(hash, viewer, page) && (await respondWithHtmlBlock(request, hash, viewer, NOT_CACHED))
  return response || new Response('Not found', { status: 404, headers: { 'cache-control': NOT_CACHED } })
}
