import { respondToComment } from '@/lib/http/comments/new-comment'

export const dynamic = 'force-dynamic'

/** Shows the form for a comment or a reply. */
export async function GET(request: Request): Promise<Response> {
  return respondToComment(request)
}

/** Takes a comment of a reader. */
export async function POST(request: Request): Promise<Response> {
  return respondToComment(request)
}
