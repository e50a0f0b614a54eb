import { changePersonalAccess } from '@/lib/http/personal-access'

export const dynamic = 'force-dynamic'

/** Makes or revokes the personal addresses of a member. */
export async function POST(request: Request): Promise<Response> {
  return changePersonalAccess(request)
}
