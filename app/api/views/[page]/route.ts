import { respondWithViews } from '@/lib/http/statistics/views'

export const dynamic = 'force-dynamic'

/** Sends how often a public page was read. */
export async function GET(_: Request, { params }: { params: Promise<{ page: string }> }): Promise<Response> {
  return respondWithViews((await params).page)
}
