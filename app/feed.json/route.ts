import { answerFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

/** What came out last, for readers of feeds. */
export async function GET(request: Request): Promise<Response> {
  return answerFeed(request, 'json')
}
