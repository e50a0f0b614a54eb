import { answerFile } from '@/app/file-answer'
import { PUBLIC } from '@/lib/site/access'

/** A file of a public page; its address changes with its content. */
export async function GET(request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const { hash } = await params
  const file = await answerFile(request, hash, PUBLIC, { 'cache-control': 'public, max-age=31536000, immutable' })
  return file ?? new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
}
