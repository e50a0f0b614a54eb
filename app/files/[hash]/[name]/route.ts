import { openFile } from '@/lib/page/files'
import { isPictureWidth } from '@/lib/page/pictures'
import { PUBLIC } from '@/lib/site/access'

/** A file of a public page; with `?w=`, a picture in one of the widths that there are. */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const width = widthIn(request.url)
  if (width !== undefined && !isPictureWidth(width)) return refusal(400, 'There is no picture of this width')
  const file = await openFile(hash, PUBLIC, request, width)
  if (file === undefined) return refusal(404, 'Not found')
  return new Response(file.body, {
    status: file.status,
    headers: { ...file.headers, 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

function widthIn(address: string): number | undefined {
  const width = new URL(address).searchParams.get('w')
  return width === null ? undefined : Number(width)
}

const refusal = (status: number, why: string) => new Response(why, { status, headers: { 'cache-control': 'no-store' } })
