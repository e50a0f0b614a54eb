import 'server-only'
import { openFile } from '../page/open-file'
import { isPictureWidth } from '../page/smaller-copies'
import type { Viewer } from '../site/site-index'

/** How caches keep a file; and what stands in for a picture in one of the widths. */
interface Keeping {
  lasting: string
  standIn: string
}

/** A file that the viewer may see; with `?w=`, a picture in one of the widths that there are. Undefined: none. */
export async function answerFile(
  request: Request,
  hash: string,
  viewer: Viewer,
  keeping: Keeping,
): Promise<Response | undefined> {
  const asked = new URL(request.url).searchParams.get('w')
  const width = asked === null ? undefined : Number(asked)
  if (width !== undefined && !isPictureWidth(width)) {
    return new Response('There is no picture of this width', { status: 400, headers: { 'cache-control': 'no-store' } })
  }
  const file = await openFile(hash, viewer, request, width)
  const kept = file?.status === 503 ? 'no-store' : file?.isStandIn ? keeping.standIn : keeping.lasting
  return file && new Response(file.body, { status: file.status, headers: { ...file.headers, 'cache-control': kept } })
}
