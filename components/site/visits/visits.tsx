import { addBasePath } from '@/lib/base-path'
import type { Analytics } from '@/lib/third-parties'
import { PlatformVisits } from './platform-visits'

/** Counts visits: with Vercel's analytics, or with a third-party script that the site's own script loads. */
export function Visits({ analytics: { script } }: { analytics: Analytics }) {
  if (script === undefined) return <PlatformVisits />
  const data = Object.fromEntries(Object.entries(script.data).map(([name, value]) => [`data-${name}`, value]))
  return <script async src={addBasePath('/visits.js')} data-src={script.src} {...data} />
}
