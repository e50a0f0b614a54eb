import { handleMcpRequest } from '@/lib/http/mcp'

export const dynamic = 'force-dynamic'

/** The Model Context Protocol, for assistants that search and read the public pages. */
export async function POST(request: Request): Promise<Response> {
  return handleMcpRequest(request)
}
