import type { TermLabel } from '../page/page-view'
import type { PageLink, SitePage } from '../site/site-index'
import type { PageComment } from '../workspace/comments'
import { formatIso, getAddressUrl, getPageUrl } from './write-values'

/** The longest headline in characters. Search engines show no more. */
const MAX_HEADLINE_LENGTH = 110
const MAX_TAGS = 10
const MAX_COMMENTS = 5

const CONTEXT = { '@context': 'https://schema.org' }

/** What the data of an article contains besides the page. */
interface ArticleParts {
  hasImage?: boolean
  image?: string | undefined
  authors?: readonly TermLabel[]
  /** The comments that the document contains, and the number of all. */
  comments?: { comments: readonly PageComment[]; total: number } | undefined
}

/**
 * Returns the structured data of a page: its article and its breadcrumbs. Addresses are absolute. `authors` have
 * the addresses of their lists. `image` is the address of a picture that replaces the social image of the page.
 */
export function createArticleData(
  page: SitePage,
  ancestors: readonly PageLink[],
  siteName: string,
  siteUrl: string,
  { hasImage = true, image, authors = [], comments }: ArticleParts = {},
): object[] {
  const { seo = {} } = page
  const places = [...ancestors, { path: encodeURI(`/${page.path}`), title: page.title }]
  return [
    {
      ...CONTEXT,
      '@type': 'Article',
      headline: cutHeadline(seo.title ?? page.title),
      description: seo.description,
      mainEntityOfPage: seo.canonical,
      datePublished: formatIso(page.published ?? page.created),
      dateModified: formatIso(page.edited),
      image: findImage(image, hasImage, page, siteUrl),
      keywords: page.tags.length > 0 ? page.tags.slice(0, MAX_TAGS).map(cutHeadline) : undefined,
      articleSection: page.categories?.slice(0, MAX_TAGS).map(cutHeadline),
      author: createAuthors(authors, siteName, siteUrl),
      inLanguage: page.locale && page.language,
      ...createComments(comments),
    },
    {
      ...CONTEXT,
      '@type': 'BreadcrumbList',
      itemListElement: places.map(({ path, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: cutHeadline(title),
        // The last item is the page itself.
        item: index < ancestors.length ? getAddressUrl(siteUrl, path) : undefined,
      })),
    },
  ]
}

function findImage(image: string | undefined, hasImage: boolean, { path }: SitePage, siteUrl: string) {
  if (image !== undefined) return getAddressUrl(siteUrl, image)
  return hasImage ? getSocialImageUrl(siteUrl, path) : undefined
}

/** Returns the first comments, and how many there are. */
function createComments({ comments, total }: NonNullable<ArticleParts['comments']> = { comments: [], total: 0 }) {
  if (total === 0) return {}
  return {
    commentCount: total,
    comment: comments.slice(0, MAX_COMMENTS).map(({ name, text, created }) => ({
      '@type': 'Comment',
      ...(name !== '' && { author: { '@type': 'Person', name: cutHeadline(name) } }),
      text,
      dateCreated: formatIso(created),
    })),
  }
}

/** Returns the authors of a page, or else the site. */
function createAuthors(authors: readonly TermLabel[], siteName: string, siteUrl: string): object | object[] {
  if (authors.length === 0) return { '@type': 'Organization', name: cutHeadline(siteName) }
  return authors.map(({ name, path }) => ({
    '@type': 'Person',
    name: cutHeadline(name),
    // An author whose pages are all unlisted has no list.
    url: path && getAddressUrl(siteUrl, path),
  }))
}

/** Returns the structured data of the home page: the site and its search. `home` is the home page of a language. */
export function createSiteData(name: string, siteUrl: string, home?: { path: string; language: string }): object[] {
  return [
    {
      ...CONTEXT,
      '@type': 'WebSite',
      name: cutHeadline(name),
      url: home === undefined ? `${siteUrl}/` : getPageUrl(siteUrl, home.path),
      inLanguage: home?.language,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${siteUrl}/search?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** Serializes data for a script element, and escapes all characters that could end it. */
export const serializeJsonLd = (data: object): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns the URL of the social image of a page, with an extension, from which a static host derives the media type. */
export const getSocialImageUrl = (siteUrl: string, path: string): string =>
  `${getPageUrl(siteUrl, `social/${path === '' ? 'index' : path}`)}.jpg`

const cutHeadline = (text: string) =>
  text.length > MAX_HEADLINE_LENGTH ? `${text.slice(0, MAX_HEADLINE_LENGTH).replace(/\p{Cs}$/u, '')}…` : text
