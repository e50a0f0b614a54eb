import 'server-only'
import type { EndLink, PageEndView } from '../../components/content/page-end'
import { getSiteMessages } from '../../messages/languages'
import { getEnv } from '../settings/env'
import { mayRead, PUBLIC } from '../site/access'
import { getPageLocale } from '../site/languages/interface-locale'
import { hasPostList } from '../site/lists'
import { getPageLink, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getSiteSettings } from '../site/site-settings'
import { getPostPicture } from './post-list'
import type { ViewContext } from './view-context'

/** Returns what is below a page: links to the previous and next page, to related pages and backlinks, and links that share a post. */
export function getPageEnd(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  files: Pick<ViewContext, 'fileAddress' | 'fileSize'>,
): PageEndView {
  const locale = getPageLocale(site, page)
  const messages = getSiteMessages(locale).around
  const isPost = hasPostList(site.forLanguage(page.locale).index) && page.isPost === true
  const { previous, next, series, related, backlinks } = site.neighbors(page, viewer)
  const { copyright } = getSiteSettings(site)
  const createLink = (to: SitePage): EndLink => {
    const { path, title } = getPageLink(to, viewer)
    return { path, title, ...(to.language !== page.language && { language: to.language }) }
  }
  return {
    ...(isPost && { sharing: getSharing(page, locale), copyright }),
    label: messages.label,
    turns: [
      ...(previous ? [{ rel: 'prev' as const, label: messages.previous, link: createLink(previous) }] : []),
      ...(next ? [{ rel: 'next' as const, label: messages.next, link: createLink(next) }] : []),
    ],
    lists: [
      {
        title: messages.series(page.series ?? ''),
        isSeries: true,
        links: series.map((to) => ({ ...createLink(to), ...(to === page && { isCurrent: true }) })),
      },
      {
        title: messages.related,
        links: related.map((to) => ({ ...createLink(to), ...(isPost && { picture: getPostPicture(to, files) }) })),
      },
      { title: messages.backlinks, links: backlinks.map(createLink) },
    ].filter(({ links }) => links.length > 0),
  }
}

/** Returns links that share a public post. */
function getSharing({ path, title, access }: SitePage, locale: string): PageEndView['sharing'] {
  if (!mayRead(access, PUBLIC)) return undefined
  const { share, email, weibo } = getSiteMessages(locale).sharing
  const url = encodeURIComponent(getEnv().siteUrl + encodeURI(`/${path}`))
  const text = encodeURIComponent(title)
  return {
    label: share,
    links: [
      [email, `mailto:?subject=${text}&body=${url}`],
      ['X', `https://x.com/intent/post?text=${text}&url=${url}`],
      ['Bluesky', `https://bsky.app/intent/compose?text=${text}%20${url}`],
      ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
      [weibo, `https://service.weibo.com/share/share.php?url=${url}&title=${text}`],
    ],
  }
}
