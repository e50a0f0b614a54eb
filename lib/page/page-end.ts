import 'server-only'
import { getEnv } from '../env'
import { getSiteMessages } from '../messages/parts/site'
import { mayRead, PUBLIC } from '../site/access'
import { getPageLocale } from '../site/languages/interface-locale'
import { hasPostList } from '../site/posts'
import { getPageLink, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { escapeHtml } from '../workspace/escape-html'
import { renderPicture } from './posts/post-list'
import type { ViewContext } from './view-context'

/**
 * Renders what is below a page: links to the previous and next page, to related pages and backlinks, and links that share a post. Returns
 * markup, so that the hydration data need not repeat it. Returns undefined if there is nothing.
 */
export function renderPageEnd(
  site: Site,
  page: SitePage,
  viewer: Viewer,
  files: Pick<ViewContext, 'fileAddress' | 'fileSize'>,
): string | undefined {
  const locale = getPageLocale(site, page)
  const words = getSiteMessages(locale).around
  const isPost = hasPostList(site.forLanguage(page.locale).index) && page.isPost === true
  const { previous, next, related, backlinks } = site.neighbors(page, viewer)
  const link = (to: SitePage, rel = '', before = '') => {
    const { path, title } = getPageLink(to, viewer)
    const language = to.language === page.language ? '' : ` lang="${escapeHtml(to.language)}"`
    return `<a${rel} href="${escapeHtml(path)}">${before}<span dir="auto"${language}>${escapeHtml(title)}</span></a>`
  }
  const turn = (to: SitePage | undefined, rel: 'prev' | 'next', word: string) =>
    to === undefined ? '' : link(to, ` rel="${rel}"`, `<small>${escapeHtml(word)}</small>`)
  const picture = (to: SitePage) => {
    const image = isPost ? renderPicture(to, files, '14rem') : ''
    return image && `<span class="post-picture">${image}</span>`
  }
  const list = (title: string, pages: SitePage[], before: (to: SitePage) => string = () => '') =>
    pages.length === 0
      ? ''
      : `<h2>${escapeHtml(title)}</h2><ul>${pages.map((each) => `<li>${link(each, '', before(each))}</li>`).join('')}</ul>`
  const turns = turn(previous, 'prev', words.previous) + turn(next, 'next', words.next)
  const parts = [
    turns === '' ? '' : `<p>${turns}</p>`,
    list(words.related, related, picture),
    list(words.backlinks, backlinks),
  ].join('')
  const nav = parts === '' ? '' : `<nav class="page-end" aria-label="${escapeHtml(words.label)}">${parts}</nav>`
  const { copyright } = site.index.look
  const line = copyright === undefined ? '' : `<p class="page-copyright" dir="auto">${escapeHtml(copyright)}</p>`
  return (isPost ? renderSharing(page, locale) + line : '') + nav || undefined
}

/** Renders links that share a public post. They are plain links, so that no other site learns of visitors who do not click. */
function renderSharing({ path, title, access }: SitePage, locale: string): string {
  if (!mayRead(access, PUBLIC)) return ''
  const { share, email, weibo } = getSiteMessages(locale).sharing
  const url = encodeURIComponent(getEnv().siteUrl + encodeURI(`/${path}`))
  const text = encodeURIComponent(title)
  const targets = [
    [email, `mailto:?subject=${text}&body=${url}`],
    ['X', `https://x.com/intent/post?text=${text}&url=${url}`],
    ['Bluesky', `https://bsky.app/intent/compose?text=${text}%20${url}`],
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
    [weibo, `https://service.weibo.com/share/share.php?url=${url}&title=${text}`],
  ] as const
  const links = targets.map(([name, href]) => `<a href="${escapeHtml(href)}" rel="noopener">${escapeHtml(name)}</a>`)
  return `<p class="page-share"><span>${escapeHtml(share)}</span>${links.join('')}</p>`
}
