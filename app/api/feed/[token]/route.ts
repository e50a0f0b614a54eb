import { respondWithPersonalFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ token: string }> }

/** The feed of the pages that the person of a token may read, as Atom. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondWithPersonalFeed(request, (await params).token)
}
