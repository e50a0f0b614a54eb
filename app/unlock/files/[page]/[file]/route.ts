import { getUnlockedViewer } from '@/lib/auth/viewer'
import { readFileHash, respondWithPageFile } from '@/lib/http/page-file'

export const dynamic = 'force-dynamic'

/** Sends a file of a page with a password to a visitor who has given it. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ page: string; file: string }> },
): Promise<Response> {
  const { page, file } = await params
  const viewer = await getUnlockedViewer()
  return respondWithPageFile(request, { page, hash: readFileHash(file) }, viewer.unlocked && viewer, 404)
}
