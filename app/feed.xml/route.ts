import { respondWithFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

/** The feed of the site as Atom. */
export async function GET(request: Request): Promise<Response> {
  return respondWithFeed(request, 'xml')
}
