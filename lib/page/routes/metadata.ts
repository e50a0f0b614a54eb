import 'server-only'
import type { Metadata } from 'next'
import { getIconPath, MARK_PATH } from '../../branding/logo'
import { getEnv } from '../../env'
import { addressOf, feedAddressOf, markdownAddressOf } from '../../formats/addresses'
import { socialAddressOf } from '../../formats/structured-data'
import { messagesFor } from '../../messages/parts/site'
import { CARD } from '../../pictures/card-size'
import { mayRead, PUBLIC } from '../../site/access'
import { parseIcon } from '../wire/icon'
import type { PageListView } from './list-address'
import { type ListAddress, openList } from './list-address'
import type { SiteAddress } from './page-address'
import type { RowsAddress } from './rows-address'
import type { Chrome } from './site-chrome'

/** How many names describe a list. */
const MOST_NAMES = 6

/** The head of a public address. */
export function getMetadata(address: SiteAddress): Metadata {
  switch (address.kind) {
    case 'page':
      return getPageMetadata(address)
    case 'home': {
      const { name, description } = address.site.index
      return { ...getCommonMetadata(address.chrome, name, description, '/'), alternates: getAlternates('') }
    }
    case 'error': {
      const { title } = messagesFor(getEnv().locale).errors[address.status]
      return { title, robots: { index: false } }
    }
    case 'redirect':
      return {}
  }
}

/** The head of an address of a view's rows: it belongs to the page that shows the view, and is valid as long; readers alone look for it. */
export function getRowsMetadata(address: RowsAddress): Metadata {
  if (address.kind !== 'rows') return getMetadata(address)
  const { chrome, page, rows } = address
  const { view, number, pages } = rows
  const words = messagesFor(getEnv().locale).rows
  const path = `/rows/${view.id}/${number}${page.path === '' ? '' : `/${page.path}`}`
  return {
    ...getCommonMetadata(chrome, `${page.title}, ${words.place(view.name, number, pages)}`, page.description, path),
    robots: { index: false },
  }
}

/** The head of a list of pages; a part of one is for readers, not for search engines. */
export async function getListMetadata(path: string): Promise<Metadata> {
  const address = await openList(path)
  if (address.kind !== 'list') return getMetadata(address)
  const { chrome, view, tag } = address
  const isPart = view.kind !== 'tags' && view.newer !== undefined
  const { alternates, ...head } = getCommonMetadata(chrome, view.title, describeList(view), decodeURI(view.path))
  return {
    ...head,
    alternates: { ...alternates, types: getFeeds(tag) },
    ...(isPart && { robots: { index: false } }),
  }
}

/** The beginning of what a list names. */
function describeList(view: PageListView): string {
  const names = view.kind === 'tags' ? view.tags.map(({ name }) => name) : view.pages.map(({ title }) => title)
  return names.slice(0, MOST_NAMES).join(' · ')
}

/** The head of the same for one viewer: for no search engine, and the public address is named where there is one. */
export function getMemberMetadata(address: SiteAddress | ListAddress): Metadata {
  const robots = { index: false, follow: false }
  // Which pages of it are public is another list.
  if (address.kind === 'list') {
    const { title, icons } = getCommonMetadata(address.chrome, address.view.title, '', '')
    return { title, icons, robots }
  }
  const { title, description, icons, alternates } = getMetadata(address)
  const isPublic = address.kind !== 'page' || mayRead(address.page.access, PUBLIC)
  if (address.kind === 'error') return { title: messagesFor(getEnv().locale).errors[403].title, robots }
  return { title, description, icons, robots, ...(isPublic && { alternates }) }
}

function getPageMetadata({ chrome, page, view }: Extract<SiteAddress, { kind: 'page' }>): Metadata {
  const { openGraph, ...rest } = getCommonMetadata(chrome, view.plainTitle, view.description, `/${page.path}`)
  const times = { publishedTime: view.published?.iso, modifiedTime: view.edited?.iso }
  return {
    ...rest,
    alternates: getAlternates(page.path),
    openGraph: {
      ...openGraph,
      images: getSocialImageMetadata(page.path),
      ...(page.path !== '' && { type: 'article', ...times, tags: page.tags }),
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
    manifest: '/manifest.webmanifest',
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

/** Networks show a picture of a known size from the first time that a page is shared. */
const getSocialImageMetadata = (path: string) => ({ url: socialAddressOf(getEnv().siteUrl, path), ...CARD })

/** Where the site's feeds are, or those of a tag. */
function getFeeds(tag?: string): Record<string, string> {
  const { siteUrl } = getEnv()
  return {
    'application/atom+xml': feedAddressOf(siteUrl, 'xml', tag),
    'application/feed+json': feedAddressOf(siteUrl, 'json', tag),
  }
}

/** Where the page is in other forms; the home page also names the feeds of the site. */
function getAlternates(path: string): Metadata['alternates'] {
  const { siteUrl } = getEnv()
  return {
    canonical: addressOf(siteUrl, path),
    types: {
      'text/markdown': markdownAddressOf(siteUrl, path),
      ...(path === '' ? getFeeds() : { 'application/atom+xml': feedAddressOf(siteUrl, 'xml') }),
    },
  }
}

/** The site's icons, in whatever the browser shows it. */
export const getSiteIcons = ({ icon }: Chrome['home']): Metadata['icons'] => ({
  icon: getFavicon(icon),
  apple: getIconPath('touch'),
})

/** The site's icon for the browser's tab: an emoji is drawn, an image is named, and without either it is the mark. */
function getFavicon(icon: string | undefined): string {
  const read = parseIcon(icon)
  if (read === undefined) return MARK_PATH
  if (read.kind === 'image') return read.address
  if (read.kind === 'pair') return read.light
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${read.text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
