import { getPreviewViewer } from '@/lib/auth/viewer'
import { respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends the HTML file of a block of a draft to the holder of a preview link. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string; page: string; hash: string }> },
): Promise<Response> {
  const { token, page, hash } = await params
  return respondWithPageFile(request, { page, hash, isHtmlBlock: true }, await getPreviewViewer(token), 404)
}
