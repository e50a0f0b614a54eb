import { respondToRefresh } from '@/lib/http/refresh'

export const dynamic = 'force-dynamic'

export async function POST(request: Request): Promise<Response> {
  return respondToRefresh(request)
}
