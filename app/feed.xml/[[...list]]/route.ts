import { respondWithFeed, respondWithLanguageFeed } from '@/lib/http/feed-response'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ list?: string[] }> }

/** The feed of the site as Atom, or of another language; `next.config.mjs` rewrites `/<tag>/feed.xml` to it. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { list } = await params
  return list === undefined ? respondWithFeed(request, 'xml') : respondWithLanguageFeed(request, 'xml', list)
}
