import { mayRead, PUBLIC } from '../site/access'
import type { SiteIndex, SitePage } from '../site/types'
import { excerpt } from '../workspace/text'
import { markdownAddressOf } from './addresses'

/** In characters: enough to choose a page by. */
const LONGEST_DESCRIPTION = 200

/**
 * The site for language models, in the form of llmstxt.org: what it is, and links to the Markdown copies of all public pages. Every
 * main page with others below it has a section; the pages without are in one that `otherPages` names.
 */
export function llmsOf(index: SiteIndex, siteUrl: string, otherPages: string): string {
  const shown = index.pages.filter((page) => page.readable && mayRead(page.access, PUBLIC))
  const inside = childrenIn(shown)
  const root = shown.find(({ id }) => id === index.root)
  const sections: [title: string, pages: SitePage[]][] = []
  const others: SitePage[] = root === undefined ? [] : [root]
  for (const page of inside(index.root)) {
    const pages = withAllBelow(page, inside)
    if (pages.length > 1) sections.push([page.title, pages])
    else others.push(page)
  }
  if (others.length > 0) sections.push([otherPages, others])
  const about = index.description === '' ? [] : [`> ${marked(index.description)}`]
  const lists = sections.map(([title, pages]) => {
    const lines = pages.map((page) => lineOf(page, siteUrl))
    return `## ${marked(title)}\n\n${lines.join('\n')}`
  })
  return `${[`# ${marked(index.name)}`, ...about, ...lists].join('\n\n')}\n`
}

function lineOf({ path, title, description }: SitePage, siteUrl: string): string {
  const about = description === '' ? '' : `: ${marked(excerpt(description, LONGEST_DESCRIPTION))}`
  return `- [${marked(title)}](${markdownAddressOf(siteUrl, path).replace(/[()]/g, encodeURIComponent)})${about}`
}

/** The pages that lie in a page, in the order of its content; rows of its databases after them. */
function childrenIn(shown: SitePage[]): (id: SitePage['parent']) => SitePage[] {
  const byParent = new Map<SitePage['parent'], SitePage[]>()
  const order = new Map<string, number>()
  for (const page of shown) {
    const known = byParent.get(page.parent)
    if (known === undefined) byParent.set(page.parent, [page])
    else known.push(page)
    for (const [at, id] of page.children.entries()) order.set(id, at)
  }
  const placeOf = ({ id }: SitePage) => order.get(id) ?? Number.POSITIVE_INFINITY
  for (const pages of byParent.values()) pages.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
  return (id) => byParent.get(id) ?? []
}

function withAllBelow(page: SitePage, inside: (id: SitePage['parent']) => SitePage[]): SitePage[] {
  const found: SitePage[] = []
  const waiting = [page]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    found.push(at)
    // One by one: a call takes only so many arguments.
    for (const page of inside(at.id).toReversed()) waiting.push(page)
  }
  return found
}

/** Text on one line whose signs mean nothing in Markdown. */
const marked = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~$|#]/g, '\\$&')
