import { getViewer } from '@/lib/auth/viewer'
import { respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends the HTML file of a block to a member who may read the page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ page: string; hash: string }> },
): Promise<Response> {
  const { page, hash } = await params
  const viewer = await getViewer()
  return respondWithPageFile(request, { page, hash, isHtmlBlock: true }, viewer.signedIn ? viewer : undefined, 403)
}
