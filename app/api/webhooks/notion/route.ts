import { respondToWebhook } from '@/lib/http/webhook'

export const dynamic = 'force-dynamic'

export async function POST(request: Request): Promise<Response> {
  return respondToWebhook(request)
}
