import 'server-only'
import path from 'node:path'
import { matchesEtag } from '../page/open-file'
import { readCachedPicture } from '../page/picture-cache'
import { getSite, ignoreNotReady } from '../site/get-site'
import { getSiteIcon } from '../social/social-image'
import { getSharedCacheControl } from './shared-cache'
import { respondWithError } from './text-response'

/** Responds with a generated picture, whose file name identifies its content; with 503 if it could not be made and `file` is undefined. */
export async function respondWithPicture(request: Request, file: string | undefined): Promise<Response> {
  if (file === undefined) return respondWithError(503)
  const etag = `"${path.parse(file).name}"`
  const headers = { 'cache-control': getSharedCacheControl(), etag }
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
  return new Response(Uint8Array.from(await readCachedPicture(file)), { headers: { ...headers, 'content-type': type } })
}

/** Responds with the site's icon, of `size` pixels. */
export async function respondWithIcon(request: Request, size: number): Promise<Response> {
  const site = await getSite().catch(ignoreNotReady)
  return site === undefined ? respondWithError(503) : respondWithPicture(request, await getSiteIcon(site, size))
}
