import { getEnv } from '@/lib/env'
import { robotsOf } from '@/lib/formats/robots'

// Its address is the operator's, which a build does not know.
export const dynamic = 'force-dynamic'

/** What crawlers are asked. */
export function GET(): Response {
  return new Response(robotsOf(getEnv().siteUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
