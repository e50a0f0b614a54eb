import 'server-only'
import { getEnv } from '../env'
import { chooseLocale } from '../messages/locales'
import { getSiteMessages } from '../messages/parts/site'
import { getPageLink, type Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { escapeHtml } from '../workspace/escape-html'

/**
 * Renders the links below a page: the previous and next page, related pages, and backlinks. Returns markup, so that the hydration data
 * need not repeat it. Returns undefined if there are no such pages.
 */
export function renderPageEnd(site: Site, page: SitePage, viewer: Viewer): string | undefined {
  const words = getSiteMessages(chooseLocale(page.language, getEnv().locale)).around
  const { previous, next, related, backlinks } = site.around(page, viewer)
  const link = (to: SitePage, rel = '', before = '') => {
    const { path, title } = getPageLink(to, viewer)
    const language = to.language === page.language ? '' : ` lang="${escapeHtml(to.language)}"`
    return `<a${rel} href="${escapeHtml(path)}">${before}<span dir="auto"${language}>${escapeHtml(title)}</span></a>`
  }
  const turn = (to: SitePage | undefined, rel: 'prev' | 'next', word: string) =>
    to === undefined ? '' : link(to, ` rel="${rel}"`, `<small>${escapeHtml(word)}</small>`)
  const list = (title: string, pages: SitePage[]) =>
    pages.length === 0
      ? ''
      : `<h2>${escapeHtml(title)}</h2><ul>${pages.map((each) => `<li>${link(each)}</li>`).join('')}</ul>`
  const turns = turn(previous, 'prev', words.previous) + turn(next, 'next', words.next)
  const parts = [
    turns === '' ? '' : `<p>${turns}</p>`,
    list(words.related, related),
    list(words.backlinks, backlinks),
  ].join('')
  return parts === '' ? undefined : `<nav class="page-end" aria-label="${escapeHtml(words.label)}">${parts}</nav>`
}
