import { getPreviewViewer } from '@/lib/auth/viewer'
import { readFileHash, respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends a file of a draft to the holder of a preview link. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string; page: string; file: string }> },
): Promise<Response> {
  const { token, page, file } = await params
  return respondWithPageFile(request, { page, hash: readFileHash(file) }, await getPreviewViewer(token), 404)
}
