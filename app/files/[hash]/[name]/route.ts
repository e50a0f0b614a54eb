import { openFile } from '@/lib/page/files'
import { PUBLIC } from '@/lib/site/access'

export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const file = await openFile(hash, PUBLIC, request.headers.get('range'))
  if (file === undefined) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(file.body, {
    status: file.status,
    headers: { ...file.headers, 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
