import { respondToSearch } from '@/lib/http/search-response'

export const dynamic = 'force-dynamic'

export async function POST(request: Request): Promise<Response> {
  return respondToSearch(request)
}
