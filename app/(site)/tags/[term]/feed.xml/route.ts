import { respondWithFeed } from '@/lib/http/feed-response'

type Props = { params: Promise<{ term: string }> }

/** The feed of a tag. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondWithFeed(request, 'xml', { taxonomy: 'tags', segment: (await params).term })
}
