import type { PageLink, SitePage } from '../site/types'
import { addressOf } from './addresses'
import { isoOf } from './instants'

/** In characters: search engines show no more of a headline, and a document that carries more is only larger. */
const LONGEST = 110
const MOST_TAGS = 10

const CONTEXT = { '@context': 'https://schema.org' }

/** What a page tells search engines of itself: the article that it is, and where it lies. Addresses are absolute. */
export function articleData(
  page: SitePage,
  ancestors: readonly PageLink[],
  siteName: string,
  siteUrl: string,
): object[] {
  const places = [...ancestors, { path: encodeURI(`/${page.path}`), title: page.title }]
  return [
    {
      ...CONTEXT,
      '@type': 'Article',
      headline: cut(page.title),
      datePublished: isoOf(page.published ?? page.created),
      dateModified: isoOf(page.edited),
      image: socialAddressOf(siteUrl, page.path),
      keywords: page.tags.length > 0 ? page.tags.slice(0, MOST_TAGS).map(cut) : undefined,
      author: { '@type': 'Organization', name: cut(siteName) },
    },
    {
      ...CONTEXT,
      '@type': 'BreadcrumbList',
      itemListElement: places.map(({ path, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: cut(title),
        // The last one is the page itself.
        item: index < ancestors.length ? siteUrl + path : undefined,
      })),
    },
  ]
}

/** What the home page tells of the site, and how it is searched. */
export function siteData(name: string, siteUrl: string): object[] {
  return [
    {
      ...CONTEXT,
      '@type': 'WebSite',
      name: cut(name),
      url: `${siteUrl}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${siteUrl}/search?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** JSON that stands in a script element and ends nothing there. */
export const jsonLd = (data: object): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The address of the picture that stands for a page where somebody shares it. */
export const socialAddressOf = (siteUrl: string, path: string): string =>
  addressOf(siteUrl, path === '' ? 'social' : `social/${path}`)

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\p{Cs}$/u, '')}…` : text)
