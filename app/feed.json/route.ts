import { respondWithFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

/** The feed of the site as JSON Feed. */
export async function GET(request: Request): Promise<Response> {
  return respondWithFeed(request, 'json')
}
