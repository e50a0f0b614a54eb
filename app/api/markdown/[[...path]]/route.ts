import { respondWithCopy } from '@/lib/http/copies/markdown-copy'

type Props = { params: Promise<{ path?: string[] }> }

/**
 * The Markdown copy of a public page. `next.config.mjs` rewrites `/<path>.md` to it, and `middleware.ts` rewrites requests for pages
 * whose `Accept` header prefers Markdown.
 */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  return respondWithCopy(request, path.join('/'))
}
