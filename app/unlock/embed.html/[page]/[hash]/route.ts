import { getUnlockedViewer } from '@/lib/auth/viewer'
import { respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends the HTML file of a block of a page with a password to a visitor who has given it. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ page: string; hash: string }> },
): Promise<Response> {
  const { page, hash } = await params
  const viewer = await getUnlockedViewer()
  return respondWithPageFile(request, { page, hash, isHtmlBlock: true }, viewer.unlocked && viewer, 404)
}
