import { isCrossOrigin } from '@/lib/auth/same-origin'
import { handleMcpRequest, refuseMessage } from '@/lib/http/mcp'
import { getEnv } from '@/lib/settings/env'

export const dynamic = 'force-dynamic'

/** The Model Context Protocol, for assistants that search and read the public pages. */
export async function POST(request: Request): Promise<Response> {
  // The protocol requires this, because a page of another site could use the browser of a visitor who can reach the server.
  if (isCrossOrigin(request, getEnv())) return refuseMessage(403, -32600, 'The request came from another site')
  return handleMcpRequest(request)
}
