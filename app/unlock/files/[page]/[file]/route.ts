import { getUnlockedViewer } from '@/lib/auth/viewer'
import { respondWithFile } from '@/lib/http/file-response'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ page: string; file: string }> }

const NOT_CACHED = 'private, no-store'

/** Sends a file of a page with a password to a visitor who has given it. Access is checked at each request. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { page, file } = await params
  const viewer = await getUnlockedViewer()
  const [, hash = ''] = /^([0-9a-f]+)-/.exec(file) ?? []
  const site = viewer.unlocked === undefined ? undefined : await getSite().catch(ignoreNotReady)
  const response =
    site?.showsFile(hash, viewer, page) &&
    (await respondWithFile(request, hash, viewer, { file: NOT_CACHED, fallback: NOT_CACHED }))
  return response || new Response('Not found', { status: 404, headers: { 'cache-control': NOT_CACHED } })
}
