import { answerFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

/** The feed of the site as Atom. */
export async function GET(request: Request): Promise<Response> {
  return answerFeed(request, 'xml')
}
