import { addBasePath } from '../base-path'
import { ROUTES } from '../routes'

const CLOSED = new Set(ROUTES.filter(({ crawlable }) => !crawlable).map(({ segment }) => `/${segment.split('/')[0]}`))
/** What follows the segment of a route, because `/authors` is a page although `/auth` is a route. */
const ENDS = ['$', '/', '?']

/** Renders `robots.txt` (RFC 9309). */
export function renderRobots(siteUrl: string): string {
  const rules = [...CLOSED].flatMap((path) => ENDS.map((end) => `Disallow: ${addBasePath(path)}${end}`))
  return `${['User-agent: *', `Allow: ${addBasePath('/')}`, ...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`].join('\n')}\n`
}
