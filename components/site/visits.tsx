import type { Analytics } from '@/lib/third-parties'
import { PlatformVisits } from './platform-visits'

/** Has visits counted: by the platform, or by asking the site's own script to load the one that counts them. */
export function Visits({ analytics: { script } }: { analytics: Analytics }) {
  if (script === undefined) return <PlatformVisits />
  const told = Object.fromEntries(Object.entries(script.data).map(([name, value]) => [`data-${name}`, value]))
  return <script async src="/visits.js" data-src={script.src} {...told} />
}
