import 'server-only'
import type { Metadata } from 'next'
import { readIcon } from '@/components/ui/icons'
import { getEnv } from '@/lib/env'
import { messagesFor } from '@/lib/messages/messages'
import { PUBLIC } from '@/lib/site/access'
import type { Site } from '@/lib/site/site'
import type { SiteAddress } from './site-address'
import { chromeOf } from './site-chrome'

/** Says in the document's head what the document is; the cache of pages reads it. */
const VERSION = 'colophon:version'
const STATUS = 'colophon:status'

/** The head of a public address. */
export function metadataOf(address: SiteAddress): Metadata {
  const { locale, siteUrl } = getEnv()
  const messages = messagesFor(locale)
  if (address.kind === 'home') {
    const { index } = address.site
    return {
      ...common(address.site, index.name, index.description, '/'),
      other: { [VERSION]: `home:${index.homeVersion}` },
    }
  }
  if (address.kind === 'page') {
    const { site, page, view } = address
    const title = view.plainTitle || messages.untitled
    const { openGraph, ...rest } = common(site, title, view.description, `/${page.path}`)
    const image = view.cover && new URL(view.cover.address, siteUrl).href
    return {
      ...rest,
      openGraph: {
        ...openGraph,
        ...(image !== undefined && { images: [image] }),
        ...(page.path !== '' && {
          type: 'article',
          publishedTime: view.published?.iso,
          modifiedTime: view.edited?.iso,
        }),
      },
      other: { [VERSION]: `${page.id}:${page.version}` },
    }
  }
  const status = { gone: 410, unavailable: 503, missing: 404, redirect: 308 }[address.kind]
  if (status === 404 || status === 308) return { title: messages.errors[404].title }
  const error = status === 410 ? messages.errors[410] : messages.errors[503]
  return { title: error.title, robots: { index: false }, other: { [STATUS]: status } }
}

function common(site: Site, title: string, description: string, path: string) {
  const { siteUrl } = getEnv()
  const { title: name, icon } = chromeOf(site, PUBLIC).home
  const url = siteUrl + encodeURI(path)
  return {
    title: title === name ? name : `${title} · ${name}`,
    description: description || undefined,
    alternates: { canonical: url },
    icons: { icon: faviconOf(icon) },
    openGraph: { type: 'website', siteName: name, title, description: description || undefined, url },
  } satisfies Metadata
}

/** The site's icon for the browser's tab: an emoji is drawn, an image is named, and without either it is the mark. */
function faviconOf(icon: string | undefined): string {
  const read = readIcon(icon)
  if (read === undefined) return '/icon.svg'
  if (read.kind === 'image') return read.address
  if (read.kind === 'pair') return read.light
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${read.text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
