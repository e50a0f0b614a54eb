import { getViewer } from '@/lib/auth/viewer'
import { respondWithFile } from '@/lib/http/file-response'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ page: string; file: string }> }

const NOT_CACHED = 'private, no-store'

/** Sends a file of a page if the viewer may read that page. Access is checked at each request. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { page, file } = await params
  const viewer = await getViewer()
  const [, hash = ''] = /^([0-9a-f]+)-/.exec(file) ?? []
  const site = viewer.signedIn ? await getSite().catch(ignoreNotReady) : undefined
  const response =
    site?.showsFile(hash, viewer, page) &&
    (await respondWithFile(request, hash, viewer, { file: NOT_CACHED, fallback: NOT_CACHED }))
  return response || new Response('Forbidden', { status: 403, headers: { 'cache-control': NOT_CACHED } })
}
