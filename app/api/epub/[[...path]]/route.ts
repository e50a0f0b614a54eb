import { respondWithEpub } from '@/lib/http/copies/epub'

type Props = { params: Promise<{ path?: string[] }> }

/** A page and the pages below it as EPUB, if the site offers books; `next.config.mjs` rewrites `/<path>.epub` to it. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  return respondWithEpub(request, path.join('/'))
}
