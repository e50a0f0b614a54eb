import { getEnv } from '@/lib/env'
import { renderManifest } from '@/lib/formats/manifest'
import { answerMade, answerNot } from '@/lib/http/generated-response'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ifNotReady } from '@/lib/site/get-site'

export const dynamic = 'force-dynamic'

/** The web app manifest. */
export async function GET(request: Request): Promise<Response> {
  const site = await getSite().catch(ifNotReady)
  if (site === undefined) return answerNot(503)
  const name = site.name(PUBLIC)
  if (name === undefined) return answerNot(404)
  const body = renderManifest(name, site.index.description, getEnv().locale)
  return answerMade(request, body, { type: 'application/manifest+json' })
}
