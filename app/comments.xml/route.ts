import { respondWithComments } from '@/lib/http/comments-response'

export const dynamic = 'force-dynamic'

/** The newest comments on public pages, as Atom. */
export function GET(request: Request): Promise<Response> {
  return respondWithComments(request)
}
