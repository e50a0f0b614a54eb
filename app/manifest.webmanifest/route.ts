import { renderManifest } from '@/lib/formats/manifest'
import { respondWithError, respondWithText } from '@/lib/http/text-response'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getPalette } from '@/lib/site-folder/site-folder'

export const dynamic = 'force-dynamic'

/** The web app manifest. */
export async function GET(request: Request): Promise<Response> {
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondWithError(503)
  const name = site.name(PUBLIC)
  if (name === undefined) return respondWithError(404)
  const body = renderManifest({
    name,
    description: site.index.description,
    locale: getEnv().locale,
    paper: getPalette().paper.light,
  })
  return respondWithText(request, body, { type: 'application/manifest+json' })
}
