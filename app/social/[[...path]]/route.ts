import { answerNot } from '@/lib/http/generated-response'
import { answerPicture } from '@/lib/http/picture-response'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'
import { socialImage } from '@/lib/social/social-image'

type Props = { params: Promise<{ path?: string[] }> }

/** The picture that stands for a public page where somebody shares it. `middleware.ts` answers for all other pages. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return answerNot(503)
  const found = site.resolvePage(path.join('/'), PUBLIC)
  if (found.kind === 'unavailable') return answerNot(503)
  if (found.kind !== 'page' && found.kind !== 'home') return answerNot(404)
  return answerPicture(request, await socialImage(site, found.kind === 'page' ? found.page : undefined))
}
