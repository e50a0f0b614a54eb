import type { Messages } from '../../messages/languages'
import type { SitePage } from '../site/site-index'
import type { PageComment } from '../workspace/comments'
import { escapeXml, formatIso, getPageUrl } from './write-values'

/** A comment with the page that it is on. */
export interface FeedComment {
  page: SitePage
  comment: PageComment
}

/** The newest comments of a site, the newest first. */
interface CommentsFeed {
  /** The name of the site. */
  site: string
  siteUrl: string
  entries: readonly FeedComment[]
  /** The fallback if there are no comments, in milliseconds since 1970. */
  updated: number
}

/** Renders a feed of comments as Atom (RFC 4287). Texts are plain. */
export function renderCommentsFeed({ site, siteUrl, entries, updated }: CommentsFeed, messages: Messages): string {
  const address = escapeXml(getPageUrl(siteUrl, 'comments.xml'))
  const title = escapeXml(`${messages.comments} · ${site}`)
  const changed = formatIso(entries[0]?.comment.created ?? updated)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>${title}</title>
<link rel="self" type="application/atom+xml" href="${address}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${siteUrl}/`)}"/>
<updated>${changed}</updated>
${entries.map((entry) => renderEntry(entry, siteUrl, messages)).join('')}</feed>
`
}

function renderEntry({ page, comment }: FeedComment, siteUrl: string, { commentList }: Messages): string {
  const { id, name, text, created } = comment
  const author = escapeXml(name || commentList.anonymous)
  return `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeXml(page.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(getPageUrl(siteUrl, page.path))}"/>
<published>${formatIso(created)}</published>
<updated>${formatIso(created)}</updated>
<author><name>${author}</name></author>
<content type="text">${escapeXml(text)}</content>
</entry>
`
}
