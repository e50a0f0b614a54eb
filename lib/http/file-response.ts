import 'server-only'
import { openFile } from '../page/open-file'
import { isPictureWidth } from '../page/smaller-copies'
import type { Viewer } from '../site/site-index'

/** `Cache-Control` headers. */
interface CacheControl {
  /** For the file. */
  file: string
  /** For the original of a picture whose smaller copy is not ready. */
  standIn: string
}

/**
 * Responds with a file of the snapshot. With the query parameter `w`, responds with a smaller copy of a picture, in one of the widths that
 * pages use. Returns undefined if the viewer may read no page that shows the file.
 */
export async function respondWithFile(
  request: Request,
  hash: string,
  viewer: Viewer,
  cacheControl: CacheControl,
): Promise<Response | undefined> {
  const parameter = new URL(request.url).searchParams.get('w')
  const width = parameter === null ? undefined : Number(parameter)
  if (width !== undefined && !isPictureWidth(width)) {
    return new Response('There is no picture of this width', { status: 400, headers: { 'cache-control': 'no-store' } })
  }
  const file = await openFile(hash, viewer, request, width)
  if (file === undefined) return undefined
  const { status, isStandIn, headers, body } = file
  const caching = status === 503 ? 'no-store' : isStandIn ? cacheControl.standIn : cacheControl.file
  return new Response(body, { status, headers: { ...headers, 'cache-control': caching } })
}
