import { respondWithPageData } from '@/lib/http/page-data'
import { PREVIEW } from '@/lib/routes'

type Props = { params: Promise<{ path: string[] }> }

/** The version of a draft for the holder of a preview link, as JSON, by which the page in the browser notices edits. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondWithPageData(request, {
    route: `/api/${PREVIEW}`,
    segments: [PREVIEW, ...(await params).path],
    async getData(_, page) {
      // A published page has none, so the browser reloads the preview, which redirects to the page.
      return JSON.stringify({ version: page.access.kind === 'unpublished' ? page.version : undefined })
    },
    missing: 'The page has no version',
  })
}
