import 'server-only'
import type { Chrome } from '@/components/site/chrome'
import { getEnv } from '@/lib/env'
import type { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/types'

/** What every page shows a viewer of the site around it. */
export function chromeOf(site: Site, viewer: Viewer): Chrome {
  const { name, icon } = site.index
  return { home: { path: '/', title: name, icon: getEnv().logo ?? icon }, navigation: site.navigation(viewer) }
}
