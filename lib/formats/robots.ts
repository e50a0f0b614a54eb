import { ROUTES } from '../routes'

const CLOSED = new Set(ROUTES.filter(({ crawlable }) => !crawlable).map(({ segment }) => `/${segment.split('/')[0]}`))
/** How an address goes on after the name of a route; `/authors` is a page. */
const ENDS = ['$', '/', '?']

/** What crawlers are asked, in the form of RFC 9309. */
export function robotsOf(siteUrl: string): string {
  const rules = [...CLOSED].flatMap((path) => ENDS.map((end) => `Disallow: ${path}${end}`))
  return `${['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`].join('\n')}\n`
}
