import { respondWithFullText } from '@/lib/http/full-text'

export const dynamic = 'force-dynamic'

/** The Markdown copies of all public pages as one text, or a part of it; `next.config.mjs` rewrites `/llms-full-<part>.txt` to it. */
export async function GET(request: Request): Promise<Response> {
  return respondWithFullText(request, new URL(request.url).searchParams.get('part'))
}
