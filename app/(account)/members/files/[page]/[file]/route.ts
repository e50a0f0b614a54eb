import { getViewer } from '@/lib/auth/viewer'
import { readFileHash, respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends a file to a member who may read the page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ page: string; file: string }> },
): Promise<Response> {
  const { page, file } = await params
  const viewer = await getViewer()
  return respondWithPageFile(request, { page, hash: readFileHash(file) }, viewer.signedIn ? viewer : undefined, 403)
}
