import 'server-only'
import { getSiteMessages } from '../../messages/languages'
import { type FeedComment, renderCommentsFeed } from '../formats/comments-feed'
import { respondWithSite } from '../page/thread/respond-with-site'
import { getComments } from '../screens/comments'
import { getEnv } from '../settings/env'
import { mayList, PUBLIC } from '../site/access'
import { getCachedText } from '../site/cached-text'
import { getInterfaceLocale } from '../site/languages/interface-locale'
import type { Site } from '../site/site'
import { respondWithError, respondWithText } from './text-response'

/** The most comments in the feed. */
const MAX_ENTRIES = 50

/** Responds with the feed of the newest comments on the pages that lists of the public site contain. */
export const respondWithComments = (request: Request): Promise<Response> =>
  respondWithSite(async (site) => {
    if (site === undefined) return respondWithError(503)
    const { comments, siteUrl } = getEnv()
    const name = site.name(PUBLIC)
    if (comments?.service !== 'notion' || name === undefined) return respondWithError(404)
    const render = async () => {
      const entries = findNewest(site)
      const locale = getInterfaceLocale(site)
      return {
        text: renderCommentsFeed(
          { site: name, siteUrl, entries, updated: site.index.syncedAt },
          getSiteMessages(locale),
        ),
        changed: entries[0]?.comment.created,
      }
    }
    const { text, changed } = await getCachedText(site, 'comments', render)
    return respondWithText(request, text, { type: 'application/atom+xml', changed })
  })

function findNewest(site: Site): FeedComment[] {
  const all = site.index.pages
    .filter(({ access }) => mayList(access, PUBLIC))
    .flatMap((page) => getComments(site, page).map((comment) => ({ page, comment })))
  return all.sort((a, b) => b.comment.created - a.comment.created).slice(0, MAX_ENTRIES)
}
