import { getViewer } from '@/lib/auth/viewer'
import { changePreviews } from '@/lib/http/previews'

export const dynamic = 'force-dynamic'

/** Makes or revokes preview links for an editor. */
export async function POST(request: Request): Promise<Response> {
  return changePreviews(request, await getViewer())
}
