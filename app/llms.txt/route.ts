import { renderLlmsText } from '@/lib/formats/llms'
import { respondWithError, respondWithText } from '@/lib/http/text-response'
import { getEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getCachedText } from '@/lib/site/cached-text'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getSiteMessages } from '@/messages/languages'

export const dynamic = 'force-dynamic'

/** `llms.txt`, a summary of the site for language models. */
export async function GET(request: Request): Promise<Response> {
  const { siteUrl, locale, omittedFormats } = getEnv()
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return respondWithError(503)
  if (site.name(PUBLIC) === undefined) return respondWithError(404)
  const { navigation } = getSiteMessages(locale)
  const { text } = await getCachedText(site, 'llms', async () => ({
    text: renderLlmsText(site.index, siteUrl, navigation, !omittedFormats.includes('markdown')),
  }))
  return respondWithText(request, text, { type: 'text/plain' })
}
