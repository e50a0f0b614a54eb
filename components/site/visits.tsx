import { addBasePath } from '@/lib/base-path'
import { getScriptAddress } from '@/lib/scripts'
import type { Analytics } from '@/lib/third-parties'

/** Counts visits: with Vercel's analytics, or with a third-party script that the site's own script loads. */
export function Visits({ analytics: { script } }: { analytics: Analytics }) {
  if (script === undefined) return <script type="module" src={getScriptAddress('visits')} />
  const data = Object.fromEntries(Object.entries(script.data).map(([name, value]) => [`data-${name}`, value]))
  return <script async src={addBasePath('/visits.js')} data-src={script.src} {...data} />
}
