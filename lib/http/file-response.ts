import 'server-only'
import { openFile } from '../page/open-file'
import { isPictureWidth } from '../page/smaller-copies'
import type { Viewer } from '../site/site-index'

/** How caches keep a file; and what stands in for a picture in one of the widths. */
interface Keeping {
  lasting: string
  standIn: string
}

/** The width in the address of a smaller copy, see `getCopyAddress`. */
const COPY = /\.w(\d+)\.webp$/

/**
 * Returns a file that the viewer may see, or a smaller copy of a picture if the address names a width, in its path or as `?w=`. Returns
 * undefined if there is no such file.
 */
export async function answerFile(
  request: Request,
  hash: string,
  viewer: Viewer,
  keeping: Keeping,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const asked = searchParams.get('w')
  if (asked !== null && !isPictureWidth(Number(asked))) {
    return new Response('There is no picture of this width', { status: 400, headers: { 'cache-control': 'no-store' } })
  }
  const named = Number(asked ?? COPY.exec(pathname)?.[1])
  // Another number belongs to the name of the file.
  const width = isPictureWidth(named) ? named : undefined
  const file = await openFile(hash, viewer, request, width)
  const kept = file?.status === 503 ? 'no-store' : file?.isStandIn ? keeping.standIn : keeping.lasting
  return file && new Response(file.body, { status: file.status, headers: { ...file.headers, 'cache-control': kept } })
}
