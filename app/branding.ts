import 'server-only'
import type { Branding } from '@/lib/branding/branding'
import { getSite, ignoreNotReady } from '@/lib/site/get-site'
import { getSiteBranding } from '@/lib/site/site-branding'

/** Returns the branding of the site as it is now. */
export async function getBranding(): Promise<Branding> {
  return getSiteBranding(await getSite().catch(ignoreNotReady))
}
