import { respondToHelpful } from '@/lib/http/statistics/helpful'

export const dynamic = 'force-dynamic'

/** Takes the form below a page that asks whether it was helpful. */
export async function POST(request: Request): Promise<Response> {
  return respondToHelpful(request)
}
