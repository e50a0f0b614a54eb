import 'server-only'
import path from 'node:path'
import { matchesEtag, openFile } from '../page/open-file'
import { readCachedPicture } from '../page/picture-cache'
import { isPictureWidth } from '../page/smaller-copies'
import { getSite, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { getSiteIcon } from '../social/social-image'
import { getSharedCacheControl } from './shared-cache'
import { respondWithError } from './text-response'

/** `Cache-Control` headers. */
interface CacheControl {
  /** For the file. */
  file: string
  /** For the original of a picture whose smaller copy is not ready. */
  fallback: string
}

/** The width in the address of a smaller copy, see `getCopyAddress`. */
const COPY = /\.w(\d+)\.webp$/

/**
 * Responds with a file of the snapshot, or with a smaller copy of a picture if the address has a width that pages use, in its path or as
 * `?w=`. Returns undefined if the viewer may read no page that shows the file.
 */
export async function respondWithFile(
  request: Request,
  hash: string,
  viewer: Viewer,
  cacheControl: CacheControl,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const requested = searchParams.get('w')
  if (requested !== null && !isPictureWidth(Number(requested))) {
    return new Response('Pictures do not have this width', { status: 400, headers: { 'cache-control': 'no-store' } })
  }
  const number = Number(requested ?? COPY.exec(pathname)?.[1])
  // Any other number in the path is part of the file's own name.
  const width = isPictureWidth(number) ? number : undefined
  const file = await openFile(hash, viewer, request, width)
  if (file === undefined) return undefined
  const { status, isFallback, headers, body } = file
  const caching = status === 503 ? 'no-store' : isFallback ? cacheControl.fallback : cacheControl.file
  return new Response(body, { status, headers: { ...headers, 'cache-control': caching } })
}

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
