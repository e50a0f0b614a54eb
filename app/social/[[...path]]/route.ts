import { respondWithPicture } from '@/lib/http/file-response'
import { respondWithError } from '@/lib/http/text-response'
import { findCopiedPage } from '@/lib/screens/find-screen'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { toPagePath } from '@/lib/site/page-locks'
import { getSocialImage } from '@/lib/social/social-image'

type Props = { params: Promise<{ path?: string[] }> }

/** The social image of a public page, at its path with or without `.jpg`. `/social` and `/social/index.jpg` show the home page. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondWithError(503)
  const named = path.join('/').replace(/\.jpg$/, '')
  const found = findCopiedPage(site, toPagePath(named), PUBLIC)
  if (found.kind === 'unavailable') return respondWithError(503)
  if (found.kind !== 'page' && found.kind !== 'home') return respondWithError(404)
  return respondWithPicture(request, await getSocialImage(site, found.kind === 'page' ? found.page : undefined))
}
