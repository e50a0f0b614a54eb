import { respondWithPageData } from '@/lib/http/page-data'
import { getPagesBelow, renderBranch } from '@/lib/page/sidebar'

type Props = { params: Promise<{ path: string[] }> }

/** The pages below a page as the sidebar lists them, as JSON: their markup. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondWithPageData(request, {
    route: '/api/branches',
    segments: (await params).path,
    async getData(site, page, viewer) {
      const branch = getPagesBelow(site, page, viewer)
      return branch && JSON.stringify({ markup: await renderBranch(branch) })
    },
    missing: 'The sidebar shows no pages below this page',
  })
}
