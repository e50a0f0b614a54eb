import { respondToPassword } from '@/lib/http/unlock'

export const dynamic = 'force-dynamic'

/** Takes the password that a visitor gives for a page. */
export async function POST(request: Request): Promise<Response> {
  return respondToPassword(request)
}
