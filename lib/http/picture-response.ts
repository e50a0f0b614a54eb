import 'server-only'
import path from 'node:path'
import { matchesEtag } from '../page/open-file'
import { readCachedPicture } from '../page/picture-cache'
import { getSite, ifNotReady } from '../site/get-site'
import { getSiteIcon } from '../social/site-icon'
import { answerNot } from './generated-response'
import { sharedCaching } from './shared-cache'

/** Answers with a picture that the site drew, which is named by what it shows; undefined: it could not be drawn. */
export async function answerPicture(request: Request, file: string | undefined): Promise<Response> {
  if (file === undefined) return answerNot(503)
  const etag = `"${path.parse(file).name}"`
  const headers = { 'cache-control': sharedCaching(), etag }
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
  return new Response(Uint8Array.from(await readCachedPicture(file)), { headers: { ...headers, 'content-type': type } })
}

/** Answers with the site's icon in a size. */
export async function answerIcon(request: Request, size: number): Promise<Response> {
  const site = await getSite().catch(ifNotReady)
  return site === undefined ? answerNot(503) : answerPicture(request, await getSiteIcon(site, size))
}
