import { respondWithFeed } from '@/lib/http/feed-response'

type Props = { params: Promise<{ term: string }> }

/** The feed of a category. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondWithFeed(request, 'json', { taxonomy: 'categories', segment: (await params).term })
}
