import { respondWithPicture } from '@/lib/http/picture-response'
import { respondWithError } from '@/lib/http/text-response'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import { getSocialImage } from '@/lib/social/social-image'

type Props = { params: Promise<{ path?: string[] }> }

/** The social image of a public page. `middleware.ts` handles all other paths. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return respondWithError(503)
  const found = site.resolvePage(path.join('/'), PUBLIC)
  if (found.kind === 'unavailable') return respondWithError(503)
  if (found.kind !== 'page' && found.kind !== 'home') return respondWithError(404)
  return respondWithPicture(request, await getSocialImage(site, found.kind === 'page' ? found.page : undefined))
}
