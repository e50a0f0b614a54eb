import 'server-only'
import { rejectOnAbort } from '../reject-on-abort'

/** How long a site may take to show what changed. */
const DEADLINE_MS = 60_000
/** A site refuses a body that names many more pages. */
const MOST_NAMED = 1000

/** Requests of a site that runs elsewhere that it shows which pages changed. Throws an error if it does not. */
export async function tellSite(siteUrl: string, secret: string, pages: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const response = await fetch(`${siteUrl}/api/revalidate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(pages.length > MOST_NAMED ? { all: true } : { pages }),
    redirect: 'error',
    signal,
  })
  await rejectOnAbort(response.arrayBuffer(), signal)
  if (!response.ok) throw new Error(`${siteUrl} answered ${response.status}`)
}
