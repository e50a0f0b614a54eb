import { answerFile } from '@/lib/http/file-response'
import { sharedCaching } from '@/lib/http/shared-cache'
import { PUBLIC } from '@/lib/site/access'

/** A file of a public page; its address changes with its content. */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const keeping = { lasting: 'public, max-age=31536000, immutable', standIn: sharedCaching() }
  const file = await answerFile(request, hash, PUBLIC, keeping)
  return file ?? new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
}
