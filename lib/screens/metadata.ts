import 'server-only'
import type { Metadata } from 'next'
import { getSiteMessages } from '../../messages/languages'
import { addBasePath, removeBasePath } from '../base-path'
import { DEFAULT_ICON_PATH, getIconPath } from '../branding/logo'
import { getSocialImageUrl } from '../formats/structured-data'
import { getAddressUrl, getFeedUrl, getMarkdownUrl, getPageUrl } from '../formats/write-values'
import { parseIcon } from '../page/icons'
import { SOCIAL_IMAGE_SIZE } from '../pictures/social-image-format'
import { getEnv } from '../settings/env'
import { mayList, mayRead, PUBLIC } from '../site/access'
import { isHomePage } from '../site/languages/languages'
import { isIndexed } from '../site/seo'
import { getSiteFolder } from '../site-folder/site-folder'
import type { Chrome } from './chrome'
import { getCommentsPath } from './comments'
import type { PageListView } from './list'
import type { Screen, ScreenOf } from './open-screen'

/** The maximum number of names in the description of a list. */
const MAX_NAMES = 6

/** Returns the metadata of what a public path shows. */
export function getMetadata(screen: Screen): Metadata {
  switch (screen.kind) {
    case 'page':
      return getPageMetadata(screen)
    case 'home': {
      const { name, description } = screen.site.index
      return {
        ...getCommonMetadata(screen.chrome, name, description, '/'),
        ...getVerification(screen.chrome),
        alternates: getAlternates('', screen.chrome, true),
      }
    }
    case 'list':
      return getListMetadata(screen)
    case 'rows':
      return getRowsMetadata(screen)
    case 'comments':
      return getCommentsMetadata(screen)
    case 'lock':
      return getLockMetadata(screen)
    case 'error': {
      const { title } = getSiteMessages(getEnv().locale).errors[screen.status]
      return { title, robots: { index: false } }
    }
    case 'redirect':
      return {}
  }
}

/** Returns the metadata of a page of comments. It is not indexed, because the page itself is. */
function getCommentsMetadata({ chrome, page, comments }: ScreenOf<'comments'>): Metadata {
  const messages = getSiteMessages(chrome.locale)
  const path = getCommentsPath(page, comments.number)
  const title = `${page.title}, ${messages.comments}: ${messages.lists.place(comments.number, comments.pages)}`
  return { ...getCommonMetadata(chrome, title, page.description, path), robots: { index: false } }
}

/** Returns the metadata of a page of a view's rows. It is not indexed, because the page that shows the view is. */
function getRowsMetadata({ chrome, page, rows, locale }: ScreenOf<'rows'>): Metadata {
  const { view, number, pages } = rows
  const words = getSiteMessages(locale).rows
  const path = `/rows/${view.id}/${number}${page.path === '' ? '' : `/${page.path}`}`
  return {
    ...getCommonMetadata(chrome, `${page.title}, ${words.place(view.name, number, pages)}`, page.description, path),
    robots: { index: false },
  }
}

/** Returns the metadata of a list of pages. Only its first page is indexed. */
function getListMetadata({ chrome, view, feed }: ScreenOf<'list'>): Metadata {
  const isPart = view.kind !== 'terms' && view.newer !== undefined
  const { alternates, ...head } = getCommonMetadata(
    chrome,
    view.title,
    describeList(view),
    decodeURI(removeBasePath(view.path) ?? ''),
  )
  return {
    ...head,
    alternates: { ...alternates, types: getFeeds(feed) },
    ...(isPart && { robots: { index: false } }),
  }
}

/** Returns the first names of a list, as its description. */
function describeList(view: PageListView): string {
  const names = view.kind === 'terms' ? view.terms.map(({ name }) => name) : view.pages.map(({ title }) => title)
  return names.slice(0, MAX_NAMES).join(' · ')
}

/** Returns the metadata of the form for a page's password. It describes nothing of the page but the title. */
function getLockMetadata({ chrome, title }: ScreenOf<'lock'>): Metadata {
  const { home } = chrome
  const shown = title === home.title ? title : `${title} · ${home.title}`
  const manifest = addBasePath('/manifest.webmanifest')
  return { title: shown, icons: getSiteIcons(home), manifest, robots: { index: false } }
}

/** Returns the metadata of a page for members or behind a password: not indexed, with the address of the public page if there is one. */
export function getMemberMetadata(screen: Screen): Metadata {
  if (screen.kind === 'lock') return getLockMetadata(screen)
  const robots = { index: false, follow: false }
  // The public list contains other pages, so it is not named.
  if (screen.kind === 'list') {
    const { title, icons } = getCommonMetadata(screen.chrome, screen.view.title, '', '')
    return { title, icons, robots }
  }
  if (screen.kind === 'error') return { title: getSiteMessages(getEnv().locale).errors[403].title, robots }
  const { title, description, icons, alternates } = getMetadata(screen)
  const isPublic = screen.kind !== 'page' || mayRead(screen.page.access, PUBLIC)
  return {
    title,
    description,
    icons,
    robots,
    ...(isPublic && alternates && { alternates: { ...alternates, languages: undefined } }),
  }
}

function getPageMetadata({ chrome, page, view }: ScreenOf<'page'>): Metadata {
  const { seo = {} } = page
  const { openGraph, ...rest } = getCommonMetadata(
    chrome,
    seo.title ?? view.plainTitle,
    seo.description ?? view.description,
    `/${page.path}`,
  )
  const times = { publishedTime: view.published?.iso, modifiedTime: view.edited?.iso }
  const alternates = getAlternates(page.path, chrome, isHomePage(page))
  // An address that search engines do not index has no translations for them.
  const { languages: _, ...others } = alternates
  const isMainAddress = isIndexed(page)
  return {
    ...rest,
    // An editor's title for search engines is the whole one.
    ...(seo.title !== undefined && { title: seo.title }),
    ...((seo.noindex || !mayList(page.access, PUBLIC)) && { robots: { index: false } }),
    alternates: { ...(isMainAddress ? alternates : others), ...(seo.canonical && { canonical: seo.canonical }) },
    // Search consoles look for it at the address of the site.
    ...(page.path === '' && getVerification(chrome)),
    openGraph: {
      ...openGraph,
      ...(seo.canonical && { url: seo.canonical }),
      images: view.socialImage === undefined ? getSocialImageMetadata(page.path) : [getImageUrl(view.socialImage)],
      ...(!isHomePage(page) && { type: 'article', ...times, tags: page.tags }),
    },
  }
}

function getCommonMetadata({ home }: Chrome, title: string, description: string, path: string) {
  const url = getEnv().siteUrl + encodeURI(path)
  return {
    title: title === home.title ? title : `${title} · ${home.title}`,
    description: description || undefined,
    alternates: { canonical: url },
    icons: getSiteIcons(home),
    manifest: addBasePath('/manifest.webmanifest'),
    openGraph: {
      type: 'website',
      siteName: home.title,
      title,
      description: description || undefined,
      url,
      images: getSocialImageMetadata(''),
    },
  } satisfies Metadata
}

/** The size lets social networks show the picture when a page is shared for the first time. */
function getSocialImageMetadata(path: string) {
  const { siteUrl, omittedFormats } = getEnv()
  return omittedFormats.includes('social') ? [] : [{ url: getSocialImageUrl(siteUrl, path), ...SOCIAL_IMAGE_SIZE }]
}

/** Returns the codes of search consoles. */
function getVerification({ parts }: Chrome): Pick<Metadata, 'verification'> {
  const { verification } = parts ?? {}
  if (verification === undefined) return {}
  const { google, yandex, bing, baidu, naver } = verification
  const others = { 'msvalidate.01': bing, 'baidu-site-verification': baidu, 'naver-site-verification': naver }
  const other = Object.fromEntries(Object.entries(others).flatMap(([name, code]) => (code ? [[name, code]] : [])))
  return { verification: { google, yandex, other } }
}

/** Returns the URL of a picture at an address of the site or of another one. */
const getImageUrl = (address: string) => getAddressUrl(getEnv().siteUrl, address)

/** Returns the addresses of the site's feeds, or of those of the list at a decoded path. */
function getFeeds(list?: string): Record<string, string> {
  const { siteUrl } = getEnv()
  return {
    'application/atom+xml': getFeedUrl(siteUrl, 'xml', list),
    'application/feed+json': getFeedUrl(siteUrl, 'json', list),
  }
}

/** Returns the addresses of a page's other formats. The home page includes the feeds of the site. */
function getAlternates(path: string, chrome: Chrome, isHome: boolean): NonNullable<Metadata['alternates']> {
  const { prefix } = chrome
  const languages = getTranslatedUrls(chrome)
  const { siteUrl, omittedFormats } = getEnv()
  return {
    canonical: getPageUrl(siteUrl, path),
    types: {
      ...(!omittedFormats.includes('markdown') && { 'text/markdown': getMarkdownUrl(siteUrl, path) }),
      ...(isHome
        ? getFeeds(prefix || undefined)
        : { 'application/atom+xml': getFeedUrl(siteUrl, 'xml', prefix || undefined) }),
    },
    ...(languages && { languages }),
  }
}

/** Returns the URLs of a page in all languages that have it, and the one for all other languages; undefined if there are no others. */
function getTranslatedUrls({ languages = [] }: Chrome): Record<string, string> | undefined {
  const { siteUrl } = getEnv()
  const urls = languages.flatMap(({ tag, path, isHome, isOmitted }) =>
    isHome || isOmitted ? [] : [[tag, getAddressUrl(siteUrl, path)] as const],
  )
  const [first] = urls
  return first === undefined || urls.length < 2 ? undefined : { ...Object.fromEntries(urls), 'x-default': first[1] }
}

/** Returns the icons of the site: those of the site folder, or else made from the icon of the root page. */
export function getSiteIcons({ icon }: Chrome['home']): Metadata['icons'] {
  const { icons } = getSiteFolder()
  return {
    icon: icons.icon === undefined ? getFavicon(icon) : addBasePath(icons.icon),
    apple: addBasePath(icons.touch ?? getIconPath('touch')),
  }
}

/** Returns the favicon: an emoji as SVG, the address of an image, or else the default icon. */
function getFavicon(icon: string | undefined): string {
  const read = parseIcon(icon)
  if (read === undefined) return addBasePath(DEFAULT_ICON_PATH)
  if (read.kind === 'image') return read.address
  if (read.kind === 'pair') return read.light
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${read.text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
