import { renderRobots } from '@/lib/formats/robots'
import { getEnv } from '@/lib/settings/env'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getAssistantRule } from '@/lib/site/site-settings'

// Dynamic, because it contains the origin of the site, which is not known at build time.
export const dynamic = 'force-dynamic'

/** `robots.txt`. */
export async function GET(): Promise<Response> {
  const site = await getSite().catch(ignoreNotReady)
  return new Response(renderRobots(getEnv().siteUrl, getAssistantRule(site)), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
