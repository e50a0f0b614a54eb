import { renderRobots } from '@/lib/formats/sitemap'
import { getEnv } from '@/lib/settings/env'

// Dynamic, because it contains the origin of the site, which is not known at build time.
export const dynamic = 'force-dynamic'

/** `robots.txt`. */
export function GET(): Response {
  return new Response(renderRobots(getEnv().siteUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
