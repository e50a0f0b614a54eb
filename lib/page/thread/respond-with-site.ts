import 'server-only'
import { getSite, ignoreNotReady, refreshSite } from '../../site/get-site'
import type { Site } from '../../site/site'
import { isSiteChanged } from './page-thread'

/** How often a request is handled again because the site changed meanwhile. */
const MAX_STARTS = 3

/**
 * Calls `respond` with the current state of the site, and again with the newest state if the site changed before a page was prepared.
 * `respond` receives undefined if there is nothing to serve yet, or if the site keeps changing.
 */
export async function respondWithSite<Response>(
  respond: (site: Site | undefined) => Promise<Response>,
): Promise<Response> {
  for (let start = 1; start <= MAX_STARTS; start++) {
    const site = await (start === 1 ? getSite() : refreshSite()).catch(ignoreNotReady)
    try {
      return await respond(site)
    } catch (error) {
      if (!isSiteChanged(error)) throw error
    }
  }
  return respond(undefined)
}
