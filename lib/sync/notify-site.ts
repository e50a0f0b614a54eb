import 'server-only'
import { rejectOnAbort } from '../reject-on-abort'

/** Deadline of the response. The site responds when it shows the changes. */
const DEADLINE_MS = 60_000
/** The maximum number of pages in a request. The site limits the length of its body. */
const MAX_NAMED = 1000

/** Notifies a site in another process or on another machine of changed pages. Throws if it does not show the changes in time. */
export async function notifySite(siteUrl: string, secret: string, pages: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const response = await fetch(`${siteUrl}/api/revalidate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(pages.length > MAX_NAMED ? { all: true } : { pages }),
    redirect: 'error',
    signal,
  })
  await rejectOnAbort(response.arrayBuffer(), signal)
  if (!response.ok) throw new Error(`${siteUrl} responded with status ${response.status}`)
}
