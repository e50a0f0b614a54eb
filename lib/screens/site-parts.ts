import 'server-only'
import { createHash } from 'node:crypto'
import type { CoverStyle } from '../branding/site-settings'
import { describeSocialLink, type SocialIcon } from '../branding/social-links'
import { getFooterColumns, type LinkColumn, openAddress } from '../site/links-around'
import { hasPostList } from '../site/lists'
import type { Site } from '../site/site'
import type { SitePage, Viewer } from '../site/site-index'
import { getPublicLookTable, getSiteSettings } from '../site/site-settings'

/** What an editor or the operator puts around the pages of a site. Everything is left out that is not set. */
export interface SiteParts {
  announcement?: AnnouncementView
  /** The columns of the footer. */
  columns?: LinkColumn[]
  social?: SocialView[]
  copyright?: string
  /** Whether the footer contains “Made with Colophon”; by default it does. */
  madeWith?: false
  /** The codes of search consoles, at the address of the site. */
  verification?: Verification
  /** What pages show instead of their cover. */
  cover?: Exclude<CoverStyle, 'image'>
}

/** The codes by which search consoles recognize the owner of the site. */
export type Verification = Partial<Record<'google' | 'bing' | 'yandex' | 'baidu' | 'naver', string>>

/** A text above every page. The title or the text may be empty. */
export interface AnnouncementView {
  /** Changes with the content, so that visitors who closed an announcement see the next one. */
  id: string
  title: string
  text: string
  /** The language of the text, if it is known. */
  language?: string
  href?: string
}

export interface SocialView {
  href: string
  icon: SocialIcon
  label: string
}

/** Returns what surrounds a page. On a site with several languages, `site` is one of them. */
export function getSiteParts(site: Site, viewer: Viewer, current?: SitePage): SiteParts {
  const { social, copyright, madeWith, cover } = getSiteSettings(site)
  const announcement = getAnnouncement(site, viewer)
  const columns = getFooterColumns(site, viewer)
  const icons = social.flatMap((link): SocialView[] => {
    const href = openAddress(link.href, site, viewer)
    return href === undefined ? [] : [{ href, ...describeSocialLink(link) }]
  })
  // A post has the line below its text.
  const isBelowText = current?.isPost === true && hasPostList(site.index)
  return {
    ...(announcement && { announcement }),
    ...(columns.length > 0 && { columns }),
    ...(icons.length > 0 && { social: icons }),
    ...(copyright !== undefined && !isBelowText && { copyright }),
    ...(!madeWith && { madeWith }),
    ...(cover !== 'image' && { cover }),
    ...((current === undefined || current.path === '') && getVerification(site)),
  }
}

function getVerification(site: Site): Pick<SiteParts, 'verification'> {
  const look = getPublicLookTable(site)
  const verification: Verification = {
    ...(look.googleVerification !== undefined && { google: look.googleVerification }),
    ...(look.bingVerification !== undefined && { bing: look.bingVerification }),
    ...(look.yandexVerification !== undefined && { yandex: look.yandexVerification }),
    ...(look.baiduVerification !== undefined && { baidu: look.baiduVerification }),
    ...(look.naverVerification !== undefined && { naver: look.naverVerification }),
  }
  return Object.keys(verification).length > 0 ? { verification } : {}
}

/** Returns the announcement of a blog's `Notice` row, or else that of the settings. */
function getAnnouncement(site: Site, viewer: Viewer): AnnouncementView | undefined {
  const [notice] = site.index.announcements
  if (notice !== undefined) {
    const { title, text, language } = notice
    return { id: createId([title, text]), title, text, language }
  }
  const { announcement } = getSiteSettings(site)
  if (announcement === undefined) return undefined
  const { id, text, href } = announcement
  const link = href === undefined ? undefined : openAddress(href, site, viewer)
  return { id: createId([id ?? [text, href]]), title: '', text, ...(link !== undefined && { href: link }) }
}

const createId = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 10)
