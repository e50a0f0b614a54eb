import type { Analytics } from '@/lib/third-parties'

/** Asks the site's own script to load the one that counts visits. */
export function Visits({ analytics: { src, data } }: { analytics: Analytics }) {
  const told = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]))
  return <script async src="/visits.js" data-src={src} {...told} />
}
