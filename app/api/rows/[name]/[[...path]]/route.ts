import { respondWithPageData, sendError } from '@/lib/http/page-data'
import { openAllRows } from '@/lib/page/thread/open-content'
import { openRowPlace } from '@/lib/screens/slots'

type Props = { params: Promise<{ name: string; path?: string[] }> }

/** All rows of a database on a page, as JSON. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { name: first, path: segments = [] } = await params
  const name = segments.length === 0 ? first.replace(/\.json$/, '') : first
  if (!/^[0-9a-f]{8}$/.test(name))
    return sendError(400, 'The address must contain the first eight digits of the id of a database')
  return respondWithPageData(request, {
    route: `/api/rows/${name}`,
    segments,
    getData: (site, page, viewer) => openAllRows(site, page, viewer, name, () => openRowPlace(site, page, viewer)),
    missing: 'The page contains no database with this id',
  })
}
