import { sharedCaching } from '@/app/shared-cache'
import { allRows } from '@/lib/page/rows'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'

type Props = { params: Promise<{ name: string; path?: string[] }> }

const NOT_KEPT = { 'cache-control': 'no-store' }

/** All rows of a database on a public page, as JSON; kept by caches no longer than the page itself. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { name, path = [] } = await params
  if (!/^[0-9a-f]{8}$/.test(name)) return answer(400, 'A database is named by the first eight digits of its id')
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return answer(503, 'The site is not ready yet')
  const found = site.resolve(path.join('/').normalize('NFC'), PUBLIC)
  if (found.kind !== 'page') return answer(404, 'There is no such page')
  const etag = `"${found.page.version}-${name}"`
  const headers = { 'cache-control': sharedCaching(), etag }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const rows = await allRows(site, found.page, PUBLIC, name).catch(() => null)
  // A page whose content cannot be read says so itself.
  if (rows === null) return answer(503, 'The page cannot be read at the moment')
  if (rows === undefined) return answer(404, 'The page shows no such database')
  return new Response(rows, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}

function answer(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: NOT_KEPT })
}
